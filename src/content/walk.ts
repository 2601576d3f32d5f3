import { isUtf8 } from "node:buffer";
import { type Dirent, lstatSync, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { join, sep } from "node:path";
import { contains } from "../shared/disk-path.ts";
import { compareText, type Problem, problemOf } from "../shared/problem.ts";

/** A file found on disk. */
export interface FoundFile {
  /** Relative to the root, forward slashes. */
  readonly path: string;
  readonly absolute: string;
  readonly bytes: number;
  /** When its bytes, its name or its rights were changed last, in milliseconds; nobody can set it back. */
  readonly changedMs: number;
  /** As `stampOf` gives it. */
  readonly stamp: string;
}

/** What was found below a folder, and what is wrong with it. */
export interface Walked {
  readonly files: readonly FoundFile[];
  readonly problems: readonly Problem[];
}

/** Folder of all content, relative to the site's root. */
export const CONTENT_FOLDER = "content";
const MAX_DEPTH = 32;
const MAX_PATH = 240;
/** What stands for bytes that are no text. */
const NO_TEXT = "\uFFFD";

/**
 * Lists the files below a folder in an order that is the same everywhere. Synchronous, as the reading
 * of what it finds: for thousands of small files promises cost several times the work itself.
 * Links to folders are not followed, but for the folder itself; links only inside the root.
 *
 * @param root absolute path of the site's root
 * @param folder relative to it; may be absent
 */
export function walk(root: string, folder: string): Walked {
  const files: FoundFile[] = [];
  const problems: Problem[] = [];
  const report = (path: string, severity: Problem["severity"], message: string, hint?: string) =>
    problems.push(problemOf({ path, severity, code: "file", message, hint }));
  const realRoot = realpathSync(root);

  const visit = (path: string, depth: number): void => {
    if (depth > MAX_DEPTH) {
      report(path, "error", `folders are nested deeper than ${MAX_DEPTH}`);
      return;
    }
    const folder = join(root, path);
    const entries = entriesOf(folder);
    const foreign = entries.some(({ name }) => name.includes(NO_TEXT)) ? namesWithoutText(folder) : [];
    for (const name of foreign) {
      const hint = `rename it; read as Latin-1 it is called "${name.toString("latin1")}"`;
      report(`${path}/${escapeBytes(name)}`, "error", "file name is not UTF-8", hint);
    }
    const unreachable = new Set(foreign.map(String));
    for (const entry of entries) {
      if (unreachable.has(entry.name)) continue;
      const own = `${path}/${entry.name}`;
      // Names as the system gives them have nothing in them to be resolved.
      const absolute = folder + sep + entry.name;
      if (own.length > MAX_PATH) report(own, "error", `path is longer than ${MAX_PATH} characters`);
      else if (entry.isDirectory()) visit(own, depth + 1);
      else if (entry.isSymbolicLink()) visitLink(own, absolute);
      else if (entry.isFile()) find(own, absolute, infoOf(absolute));
    }
  };
  const visitLink = (own: string, absolute: string): void => {
    const info = infoOf(absolute);
    if (info === undefined) report(own, "warning", "link leads nowhere or in a circle; ignored");
    else if (info.isDirectory()) report(own, "warning", "link to a folder; ignored");
    else if (contains(realRoot, realpathSync(absolute))) find(own, absolute, info);
    else report(own, "error", "link leads out of the site's root folder");
  };
  const find = (path: string, absolute: string, info: Stats | undefined): void => {
    if (info?.isFile() !== true) return;
    const { size, ctimeMs } = info;
    files.push({ path, absolute, bytes: size, changedMs: ctimeMs, stamp: stampOf(info) });
  };
  const fault = faultOf(join(root, folder), realRoot);
  if (fault === undefined) visit(folder, 0);
  else report(folder, "error", fault);
  files.sort((a, b) => compareText(a.path, b.path));
  return { files, problems };
}

/** What the system says of a file: another for another file, and for the same one after each change. */
export function stampOf({ size, mtimeMs, ctimeMs, ino }: Stats): string {
  return `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
}

/** Why a folder can't be looked through; undefined where it can, or isn't there. */
function faultOf(absolute: string, realRoot: string): string | undefined {
  if (lstatSync(absolute, { throwIfNoEntry: false }) === undefined) return undefined;
  const info = infoOf(absolute);
  if (info === undefined) return "link leads nowhere or in a circle";
  if (!info.isDirectory()) return "not a folder";
  return contains(realRoot, realpathSync(absolute)) ? undefined : "link leads out of the site's root folder";
}

/** What a folder holds; nothing where it is gone. */
function entriesOf(absolute: string): Dirent[] {
  try {
    return readdirSync(absolute, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Names in a folder, as bytes, that are no text: no path leads to them. */
function namesWithoutText(absolute: string): Buffer[] {
  return readdirSync(absolute, { encoding: "buffer" }).filter((name) => !isUtf8(name));
}

function escapeBytes(bytes: Buffer): string {
  return bytes
    .toString("latin1")
    .replace(/[^ -~]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

/** What the system says of a file; undefined where it is gone, or a link that leads nowhere. */
export function infoOf(absolute: string): Stats | undefined {
  try {
    return statSync(absolute, { throwIfNoEntry: false });
  } catch {
    // A circle of links, or no permission to look.
    return undefined;
  }
}
