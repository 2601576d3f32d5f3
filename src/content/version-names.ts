import * as v from "valibot";
import { lineAt } from "../shared/line-at.ts";
import { didYouMean } from "../shared/nearest.ts";
import { type Problem, problemOf } from "../shared/problem.ts";
import { collisionKey } from "../shared/route.ts";
import { parseJson } from "./data-file.ts";
import type { ReadText } from "./read.ts";
import type { FoundFile } from "./walk.ts";

/** The versions of a set of docs besides the current one. */
export interface VersionNames {
  /** The newest first. */
  readonly names: readonly string[];
  /** Folder relative to `content/`, with a folder `version-<name>` for each version. */
  readonly folder: string;
}

/** Names are used as folder names and in URLs. */
const NAME = /^[a-z\d]([\w.+-]{0,30}[\w+-])?$/i;
const RESERVED = ["current"];
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
  return NAME.test(name) && !RESERVED.includes(name);
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
export function readVersionNames(
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
    } else if (inCommits.includes(name)) {
      names.push(name);
    } else if (!folders.includes(`version-${name}`)) {
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
