import * as v from "valibot";
import type { DocsPluginConfig, SiteConfig } from "../config/schema.ts";
import { Failure } from "../shared/failure.ts";
import { lineAt } from "../shared/line-at.ts";
import { didYouMean, nearestOrValid } from "../shared/nearest.ts";
import { type Problem, problemOf } from "../shared/problem.ts";
import { collisionKey, resolvePath } from "../shared/route.ts";
import type { DocsVersion } from "./content-types.ts";
import { parseJson } from "./data-file.ts";
import type { ReadText } from "./source.ts";
import type { FoundFile } from "./walk.ts";

/** Name of the version in the main folder of the docs. */
const CURRENT_VERSION = "current";

const ALL_VERSIONS = { lastVersion: undefined, includeCurrentVersion: true, onlyIncludeVersions: undefined };

/** The versions of all sets of docs, and problems with their names and folders. */
export function readVersions(
  { docs }: SiteConfig,
  files: readonly FoundFile[],
  readText: (file: FoundFile) => ReadText,
): { versions: DocsVersion[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const versions = docs.flatMap((plugin, index) => {
    const inCommits = Object.entries(plugin.versions).flatMap(([name, { ref }]) => (ref === undefined ? [] : [name]));
    const names = readVersionNames(plugin.id, files, readText, inCommits);
    problems.push(...names.problems);
    // If names are invalid, the options of versions are ignored: they would cause errors about unknown names.
    const asked = names.problems.length === 0 ? plugin : { ...plugin, versions: {}, ...ALL_VERSIONS };
    return docsVersions(asked, index, names);
  });
  return { versions, problems };
}

/**
 * Resolves the versions of a set of docs: the current one first, then those of the names file.
 *
 * @throws Failure (exit code 2) if the configuration names an unknown version or leaves none
 */
function docsVersions(plugin: DocsPluginConfig, index: number, { names, folder }: VersionNames): DocsVersion[] {
  const item = `site.config.ts: docs[${index}]`;
  const all = [CURRENT_VERSION, ...names];
  const named = [
    ...Object.keys(plugin.versions),
    ...(plugin.onlyIncludeVersions ?? []),
    plugin.lastVersion ?? CURRENT_VERSION,
  ];
  const unknown = named.find((name) => !all.includes(name));
  if (unknown !== undefined) throw new Failure(2, `${item}: no version "${unknown}"${nearestOrValid(unknown, all)}`);
  const included = (plugin.includeCurrentVersion ? all : names).filter((name) => {
    return plugin.onlyIncludeVersions?.includes(name) ?? true;
  });
  const last = plugin.lastVersion ?? included.find((name) => name !== CURRENT_VERSION) ?? CURRENT_VERSION;
  if (!included.includes(last)) {
    const remedy = included.length === 0 ? "include a version" : `include it, or set lastVersion to "${included[0]}"`;
    throw new Failure(2, `${item}: version "${last}" is the last version, but is not included; ${remedy}`);
  }
  const versions = included.map((name, order): DocsVersion => {
    const options = Object.hasOwn(plugin.versions, name) ? plugin.versions[name] : undefined;
    const isLast = name === last;
    const part = options?.path ?? (isLast ? "" : name === CURRENT_VERSION ? "next" : name);
    return {
      plugin: plugin.id,
      name,
      label: options?.label ?? (name === CURRENT_VERSION ? "Next" : name),
      isLast,
      path: `/${resolvePath("", `${plugin.routeBasePath}/${part}`)}`,
      folder: name === CURRENT_VERSION ? plugin.folder : `${folder}/version-${name}`,
      banner: options?.banner ?? (isLast ? "none" : order < included.indexOf(last) ? "unreleased" : "unmaintained"),
      badge: options?.badge ?? included.length > 1,
      noIndex: options?.noIndex ?? false,
    };
  });
  for (const [order, { name, path }] of versions.entries()) {
    const other = versions.slice(0, order).find((version) => collisionKey(version.path) === collisionKey(path));
    if (other === undefined) continue;
    const message = `"${other.name}" and "${name}" have the same path ${path}; change one of the two`;
    throw new Failure(2, `${item}.versions: ${message}`);
  }
  return versions;
}

/** Returns a predicate: whether a page or folder belongs to a version. */
export function isOfVersion(version: Pick<DocsVersion, "plugin" | "name">) {
  return (part: { readonly plugin: string; readonly version: string }): boolean =>
    part.plugin === version.plugin && part.version === version.name;
}

/** The versions of a set of docs besides the current one. */
interface VersionNames {
  /** The newest first. */
  readonly names: readonly string[];
  /** Folder relative to `content/`, with a folder `version-<name>` for each version. */
  readonly folder: string;
}

/** Names are used as folder names and in URLs. */
const NAME = /^[a-z\d]([\w.+-]{0,30}[\w+-])?$/i;
const NAMES = v.array(v.string());
/** The rule for names, as the end of a message. */
export const VERSION_NAME_RULE = 'use letters, digits, ".", "-" and "_"';

/** `content/versions.json`, or `content/<id>_versions.json` for ids other than `default`, with the folder of versions. */
export function versionsPlace(plugin: string): { readonly path: string } & Pick<VersionNames, "folder"> {
  const prefix = plugin === "default" ? "" : `${plugin}_`;
  return { path: `content/${prefix}versions.json`, folder: `${prefix}versioned_docs` };
}

/** Whether a string is a valid version name. */
export function isVersionName(name: string): boolean {
  return NAME.test(name) && name !== CURRENT_VERSION;
}

/** Parses the list of names, valid or not; undefined if it is no list of strings. */
export function parseVersionNames(text: string): readonly string[] | undefined {
  const parsed = parseJson(text);
  return "value" in parsed && v.is(NAMES, parsed.value) ? parsed.value : undefined;
}

/**
 * Reads the version names of a set of docs.
 *
 * @param files everything below `content/`
 * @param inCommits names of versions that are in commits
 * @returns the valid names, and problems of the others and of their folders
 */
function readVersionNames(
  plugin: string,
  files: readonly FoundFile[],
  readText: (file: FoundFile) => ReadText,
  inCommits: readonly string[],
): VersionNames & { readonly problems: readonly Problem[] } {
  const { path, folder } = versionsPlace(plugin);
  const file = files.find((entry) => entry.path === path);
  const folders = versionFolders(files, `content/${folder}/`);
  if (file === undefined && folders.length === 0) return { names: withNewest(inCommits, []), folder, problems: [] };

  const problems: Problem[] = [];
  const report = (at: string, line: number, message: string, hint: string, column = 1) =>
    problems.push(problemOf({ path: at, line, column, code: "versions", message, hint }));
  const { text, problems: faults } = file === undefined ? { text: "[]", problems: [] } : readText(file);
  if (faults.length > 0) return { names: [], folder, problems: faults };
  const listed = parseVersionNames(text);
  if (listed === undefined) {
    const parsed = parseJson(text);
    const [{ line, column }, why] =
      "fault" in parsed ? [parsed.fault, `: ${parsed.fault.message}`] : [{ line: 1, column: 1 }, ""];
    report(path, line, `is not a list of version names${why}`, 'write a list such as ["2.0", "1.0"]', column);
    return { names: [], folder, problems };
  }
  const names: string[] = [];
  for (const name of listed) {
    const line = lineAt(text, text.lastIndexOf(JSON.stringify(name)));
    const versionFolder = `content/${folder}/version-${name}`;
    if (!isVersionName(name)) {
      report(path, line, `"${name}" is not a valid version name`, VERSION_NAME_RULE);
    } else if (names.some((other) => collisionKey(other) === collisionKey(name))) {
      report(path, line, `version "${name}" is listed twice`, "remove one of the two");
    } else if (!inCommits.includes(name) && !folders.includes(`version-${name}`)) {
      report(path, line, `version "${name}" has no pages`, `add pages to ${versionFolder}/, or remove the name`);
    } else names.push(name);
  }
  const expected = [...listed, ...inCommits];
  for (const stray of folders.filter((dir) => !expected.some((name) => dir === `version-${name}`))) {
    const name = stray.replace(/^version-/, "");
    const guess = didYouMean(name, listed);
    const remedy = stray === name ? "name it version-<name>" : `add "${name}" to ${path}${guess.replace(/\?$/, "")}`;
    report(`content/${folder}/${stray}`, 1, "belongs to no version", `${remedy}, or remove it`);
  }
  return { names: withNewest(inCommits, names), folder, problems };
}

/** Adds names to a list, each before the first that is an older version. Listed ones keep their place. */
function withNewest(added: readonly string[], listed: readonly string[]): readonly string[] {
  // A collator takes 6 ms to make.
  if (added.length === 0) return listed;
  const compare = new Intl.Collator("en", { numeric: true }).compare;
  const names = [...listed];
  for (const name of added.toSorted(compare).filter((other) => !listed.includes(other))) {
    const at = names.findIndex((other) => compare(other, name) < 0);
    names.splice(at < 0 ? names.length : at, 0, name);
  }
  return names;
}

/** Whether a name belongs to a hidden file or a temporary file of an editor or the system. */
export function isHiddenOrTemporary(name: string): boolean {
  return /^[.#]|~$|^Thumbs\.db$/.test(name);
}

function versionFolders(files: readonly FoundFile[], home: string): string[] {
  const inside = files.filter(({ path }) => path.startsWith(home)).map(({ path }) => path.slice(home.length));
  const names = inside.map((path) => path.split("/", 1)[0] ?? "");
  return [...new Set(names)].filter((name) => !isHiddenOrTemporary(name));
}
