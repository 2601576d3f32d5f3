import * as v from "valibot";
import { lineAt } from "../shared/line-at.ts";
import { didYouMean } from "../shared/nearest.ts";
import { type Problem, problemOf } from "../shared/problem.ts";
import { foldedKey } from "../shared/route.ts";
import { parseJson } from "./data-file.ts";
import type { ReadText } from "./read.ts";
import type { FoundFile } from "./walk.ts";

/** The versions that a set of docs has besides the current one. */
export interface VersionNames {
  /** The newest first. */
  readonly names: readonly string[];
  /** Folder below `content/` that holds a folder `version-<name>` for each. */
  readonly folder: string;
}

/** Names are folders and parts of addresses on every system. */
const NAME = /^[a-z\d]([\w.+-]{0,30}[\w+-])?$/i;
const RESERVED = ["current"];
const NAMES = v.array(v.string());
/** What a name may hold, as the end of a message. */
export const VERSION_NAME_RULE = 'take letters, digits, ".", "-" and "_"';

/** Where the versions of a set of docs stand. */
export interface VersionsPlace {
  /** Path of the file that lists their names. */
  readonly path: string;
  /** Folder below `content/` that holds a folder `version-<name>` for each. */
  readonly folder: string;
}

/** `content/versions.json`; of a set of docs with another id than `default`, `content/<id>_versions.json`. */
export function versionsPlace(plugin: string): VersionsPlace {
  const prefix = plugin === "default" ? "" : `${plugin}_`;
  return { path: `content/${prefix}versions.json`, folder: `${prefix}versioned_docs` };
}

/** True for what can be the name of a version. */
export function isVersionName(name: string): boolean {
  return NAME.test(name) && !RESERVED.includes(name);
}

/** The names in the file that lists them, whether they hold or not; undefined where it is no such list. */
export function parseVersionNames(text: string): readonly string[] | undefined {
  const parsed = parseJson(text);
  return "value" in parsed && v.is(NAMES, parsed.value) ? parsed.value : undefined;
}

/**
 * Reads the names of the versions of a set of docs.
 *
 * @param files everything below `content/`
 * @returns names that hold, and everything wrong with the others and with their folders
 */
export function readVersionNames(
  plugin: string,
  files: readonly FoundFile[],
  readText: (file: FoundFile) => ReadText,
): VersionNames & { readonly problems: readonly Problem[] } {
  const { path, folder } = versionsPlace(plugin);
  const file = files.find((found) => found.path === path);
  const folders = versionFolders(files, `content/${folder}/`);
  if (file === undefined && folders.length === 0) return { names: [], folder, problems: [] };

  const problems: Problem[] = [];
  const report = (at: string, line: number, message: string, hint: string) =>
    problems.push(problemOf({ path: at, line, code: "versions", message, hint }));
  const { text, problems: faults } = file === undefined ? { text: "[]", problems: [] } : readText(file);
  if (faults.length > 0) return { names: [], folder, problems: faults };
  const listed = parseVersionNames(text);
  if (listed === undefined) {
    report(path, 1, "is not a list of version names", 'write one such as ["2.0", "1.0"]');
    return { names: [], folder, problems };
  }
  const names: string[] = [];
  for (const name of listed) {
    const line = lineAt(text, text.lastIndexOf(JSON.stringify(name)));
    const own = `content/${folder}/version-${name}`;
    if (!isVersionName(name)) {
      report(path, line, `"${name}" cannot be the name of a version`, VERSION_NAME_RULE);
    } else if (names.some((other) => foldedKey(other) === foldedKey(name))) {
      report(path, line, `version "${name}" is listed twice`, "take one of the two out");
    } else if (!folders.includes(`version-${name}`)) {
      report(path, line, `version "${name}" has no pages`, `put them into ${own}/, or take the name out`);
    } else names.push(name);
  }
  for (const found of folders.filter((one) => !listed.some((name) => one === `version-${name}`))) {
    const name = found.replace(/^version-/, "");
    const guess = didYouMean(name, listed);
    const remedy = found === name ? "name it version-<name>" : `add "${name}" to ${path}${guess.replace(/\?$/, "")}`;
    report(`content/${folder}/${found}`, 1, "belongs to no version", `${remedy}, or remove it`);
  }
  return { names, folder, problems };
}

/** What editors and systems leave behind, and hidden files. */
export function isLeftBehind(name: string): boolean {
  return /^[.#]|~$|^Thumbs\.db$/.test(name);
}

/** Names of what stands directly in the folder of the versions. */
function versionFolders(files: readonly FoundFile[], home: string): string[] {
  const inside = files.filter(({ path }) => path.startsWith(home)).map(({ path }) => path.slice(home.length));
  const names = inside.map((path) => path.split("/", 1)[0] ?? "");
  return [...new Set(names)].filter((name) => !isLeftBehind(name));
}
