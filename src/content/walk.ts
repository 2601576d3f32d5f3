import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { compareText, type Problem } from "../shared/problem.ts";

/** A file found on disk. */
export interface FoundFile {
  /** Relative to the root, forward slashes. */
  readonly path: string;
  readonly absolute: string;
  readonly bytes: number;
  readonly modifiedMs: number;
}

const MAX_DEPTH = 32;
const MAX_PATH = 240;

/**
 * Lists the files below a folder in an order that is the same everywhere.
 * Links to folders are not followed; links to files only inside the root.
 *
 * @param root absolute path of the site's root
 * @param folder relative to it; may be absent
 */
export async function walk(root: string, folder: string): Promise<{ files: FoundFile[]; problems: Problem[] }> {
  const files: FoundFile[] = [];
  const problems: Problem[] = [];
  const report = (path: string, severity: Problem["severity"], message: string) =>
    problems.push({ path, line: 1, column: 1, severity, code: "file", message });
  const realRoot = await realpath(root);

  const visit = async (path: string, depth: number): Promise<void> => {
    if (depth > MAX_DEPTH) return void report(path, "error", `folders are nested deeper than ${MAX_DEPTH}`);
    let entries: Dirent[];
    try {
      entries = await readdir(join(root, path), { withFileTypes: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
      throw error;
    }
    await Promise.all(
      entries.map(async (entry) => {
        const own = `${path}/${entry.name}`;
        if (own.length > MAX_PATH) return void report(own, "error", `path is longer than ${MAX_PATH} characters`);
        if (entry.isDirectory()) return visit(own, depth + 1);
        const absolute = join(root, own);
        const info = await stat(absolute).catch(() => undefined);
        if (entry.isSymbolicLink()) {
          if (info === undefined) return void report(own, "warning", "link leads nowhere or in a circle; ignored");
          if (info.isDirectory()) return void report(own, "warning", "link to a folder; ignored");
          const real = await realpath(absolute);
          if (!real.startsWith(realRoot + sep)) {
            return void report(own, "error", "link leads out of the site's root folder");
          }
        }
        if (info?.isFile()) files.push({ path: own, absolute, bytes: info.size, modifiedMs: info.mtimeMs });
      }),
    );
  };
  await visit(folder, 0);
  files.sort((a, b) => compareText(a.path, b.path));
  return { files, problems };
}
