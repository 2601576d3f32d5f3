import type { DocsPluginConfig, SiteConfig } from "../config/schema.ts";
import { Failure } from "../shared/failure.ts";
import { nearestOrValid } from "../shared/nearest.ts";
import type { Problem } from "../shared/problem.ts";
import { collisionKey, resolvePath } from "../shared/route.ts";
import type { DocsVersion } from "./content-types.ts";
import type { ReadText } from "./read.ts";
import { readVersionNames, type VersionNames } from "./version-names.ts";
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
  const results = docs.map((plugin, index) => {
    const inCommits = Object.entries(plugin.versions).flatMap(([name, { ref }]) => (ref === undefined ? [] : [name]));
    const names = readVersionNames(plugin.id, files, readText, inCommits);
    const { problems } = names;
    // If names are invalid, the options of versions are ignored: they would cause errors about unknown names.
    const asked = problems.length === 0 ? plugin : { ...plugin, versions: {}, ...ALL_VERSIONS };
    return { versions: docsVersions(asked, index, names), problems };
  });
  return {
    versions: results.flatMap(({ versions }) => versions),
    problems: results.flatMap(({ problems }) => problems),
  };
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
  for (const name of named) {
    if (all.includes(name)) continue;
    throw new Failure(2, `${item}: no version "${name}"${nearestOrValid(name, all)}`);
  }
  const included = all.filter((name) => {
    return (
      (plugin.onlyIncludeVersions?.includes(name) ?? true) && (name !== CURRENT_VERSION || plugin.includeCurrentVersion)
    );
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
  versions.forEach(({ name, path }, order) => {
    const other = versions.find((version) => collisionKey(version.path) === collisionKey(path));
    if (other !== undefined && versions.indexOf(other) < order) {
      const message = `"${other.name}" and "${name}" have the same path ${path}; change one of the two`;
      throw new Failure(2, `${item}.versions: ${message}`);
    }
  });
  return versions;
}

/** Returns a predicate: whether a page or folder belongs to a version. */
export function isOfVersion(version: Pick<DocsVersion, "plugin" | "name">) {
  return (part: { readonly plugin: string; readonly version: string }): boolean =>
    part.plugin === version.plugin && part.version === version.name;
}
