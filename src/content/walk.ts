import { sep } from "node:path";
import type { Entry } from "../engine/entries.ts";
import { compareText, type Problem, problemOf } from "../shared/problem.ts";
import { contentPath } from "./version-trees.ts";

/** A file found on disk. */
export interface FoundFile {
  /** Relative to the root, forward slashes. */
  readonly path: string;
  readonly absolute: string;
  /** Name of the maker of its text, if there is no such file. */
  readonly maker?: string;
}

/** The files below a folder, and problems. */
export interface Walked {
  readonly files: readonly FoundFile[];
  readonly problems: readonly Problem[];
}

/** Folder of the content, relative to the site's root. */
export const CONTENT_FOLDER = "content";
const MAX_DEPTH = 32;
/** Maximum length of a path, in characters, that is valid on every system. */
export const MAX_PATH = 240;

/**
 * Lists the files below `content/`, or another folder, sorted by path. Links to folders are not followed, except for `content/` itself;
 * links must not lead outside the root.
 *
 * @param folder the entry of the folder itself
 * @param list returns the entries of a folder
 * @param home path of the folder, relative to the root
 */
export function walkContent(
  root: string,
  folder: Entry | undefined,
  list: (path: string) => readonly Entry[],
  home: string,
): Walked {
  const files: FoundFile[] = [];
  const problems: Problem[] = [];
  const report = (path: string, severity: Problem["severity"], message: string, hint?: string) => {
    problems.push(problemOf({ path, severity, code: "file", message, hint }));
  };
  const find = (path: string) => files.push({ path, absolute: root + sep + path.replaceAll("/", sep) });
  const visit = (folder: string, depth: number): void => {
    const isTooDeep = depth > MAX_DEPTH;
    if (isTooDeep) report(folder, "error", `folders are nested deeper than ${MAX_DEPTH}`);
    for (const entry of isTooDeep ? [] : list(folder)) {
      const path = `${folder}/${entry.name}`;
      if (entry.unread !== undefined) report(folder, "error", `folder can't be read (${entry.unread})`);
      else if (entry.bytes !== undefined) {
        const { name, message, hint } = misnamed(entry.bytes);
        report(`${folder}/${name}`, "error", message, hint);
      } else if (contentPath(path).length > MAX_PATH)
        report(path, "error", `path is longer than ${MAX_PATH} characters`);
      else if (entry.link !== undefined) visitLink(path, entry, entry.link);
      else if (entry.kind === "folder") visit(path, depth + 1);
      else if (entry.kind === "file") find(path);
      else report(path, "warning", "neither a file nor a folder; ignored");
    }
  };
  const visitLink = (path: string, { kind }: Entry, target: string): void => {
    if (target === "") report(path, "warning", `${BROKEN_LINK}; ignored`);
    else if (kind === "folder") report(path, "warning", "symbolic link to a folder; ignored");
    else if (isOutside(target)) report(path, "error", LINK_OUTSIDE);
    else if (kind === "file") find(path);
  };
  const fault = folder && faultOf(folder);
  if (fault !== undefined) report(home, "error", fault);
  else if (folder !== undefined) visit(home, 0);
  files.sort((a, b) => compareText(a.path, b.path));
  return { files, problems };
}

const BROKEN_LINK = "broken or circular symbolic link";
const LINK_OUTSIDE = "symbolic link points outside the site's root folder";

/** The reason why the content folder can't be walked; undefined if it can. */
function faultOf({ kind, link }: Entry): string | undefined {
  if (link === "") return BROKEN_LINK;
  if (kind !== "folder") return "not a folder";
  return link !== undefined && isOutside(link) ? LINK_OUTSIDE : undefined;
}

function isOutside(relative: string): boolean {
  return relative === ".." || relative.startsWith("../") || /^(?:[a-z]:|\/)/i.test(relative);
}

/** The fault of a name that isn't UTF-8, and how the name is shown. @param latin1 its bytes as Latin-1 */
export function misnamed(latin1: string) {
  const name = latin1.replace(/[^ -~]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, "0")}`);
  return { name, message: "file name is not UTF-8", hint: `rename it; read as Latin-1, its name is "${latin1}"` };
}
