import { type Dirent, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { contains } from "../shared/disk-path.ts";
import { compareText, type Problem } from "../shared/problem.ts";

/** A file found on disk. */
export interface FoundFile {
  /** Relative to the root, forward slashes. */
  readonly path: string;
  readonly absolute: string;
  readonly bytes: number;
  readonly modifiedMs: number;
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

/**
 * Lists the files below a folder in an order that is the same everywhere. Synchronous, as the reading
 * of what it finds: for thousands of small files promises cost several times the work itself.
 * Links to folders are not followed; links to files only inside the root.
 *
 * @param root absolute path of the site's root
 * @param folder relative to it; may be absent
 */
export function walk(root: string, folder: string): Walked {
  const files: FoundFile[] = [];
  const problems: Problem[] = [];
  const report = (path: string, severity: Problem["severity"], message: string) => {
    problems.push({ path, line: 1, column: 1, severity, code: "file", message });
  };
  const realRoot = realpathSync(root);

  const visit = (path: string, depth: number): void => {
    if (depth > MAX_DEPTH) {
      report(path, "error", `folders are nested deeper than ${MAX_DEPTH}`);
      return;
    }
    for (const entry of entriesOf(join(root, path))) {
      const own = `${path}/${entry.name}`;
      if (own.length > MAX_PATH) report(own, "error", `path is longer than ${MAX_PATH} characters`);
      else if (entry.isDirectory()) visit(own, depth + 1);
      else if (entry.isSymbolicLink()) visitLink(own);
      else if (entry.isFile()) find(own, infoOf(join(root, own)));
    }
  };
  const visitLink = (own: string): void => {
    const absolute = join(root, own);
    const info = infoOf(absolute);
    if (info === undefined) report(own, "warning", "link leads nowhere or in a circle; ignored");
    else if (info.isDirectory()) report(own, "warning", "link to a folder; ignored");
    else if (contains(realRoot, realpathSync(absolute))) find(own, info);
    else report(own, "error", "link leads out of the site's root folder");
  };
  const find = (path: string, info: Stats | undefined): void => {
    if (info?.isFile() !== true) return;
    files.push({ path, absolute: join(root, path), bytes: info.size, modifiedMs: info.mtimeMs });
  };
  visit(folder, 0);
  files.sort((a, b) => compareText(a.path, b.path));
  return { files, problems };
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

/** undefined: gone, or a link that leads nowhere. */
function infoOf(absolute: string): Stats | undefined {
  try {
    return statSync(absolute, { throwIfNoEntry: false });
  } catch {
    // A circle of links, or no permission to look.
    return undefined;
  }
}
