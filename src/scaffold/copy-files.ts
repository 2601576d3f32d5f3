import { mkdirSync, readdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isHiddenOrTemporary } from "../content/versions.ts";
import { contains } from "../shared/disk-path.ts";
import { infoOf } from "../shared/file-info.ts";
import { readRegular } from "../shared/regular-file.ts";

/**
 * Lists the files in a folder that docgen reads: without hidden files and those left by editors. Links to files in the
 * site are included; links to folders, which docgen doesn't follow, are not.
 *
 * @returns paths relative to the folder, with forward slashes
 */
export function listFiles(folder: string, root: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (isHiddenOrTemporary(entry.name)) return [];
    if (entry.isDirectory()) return listFiles(path, root).map((file) => `${entry.name}/${file}`);
    return entry.isFile() || (entry.isSymbolicLink() && isFileInside(path, root)) ? [entry.name] : [];
  });
}

/** Copies files; a link is replaced by a copy of its target. @param files paths relative to the folder */
export function copyFiles(folder: string, files: readonly string[], target: string): void {
  for (const file of files) {
    const copy = join(target, file);
    mkdirSync(dirname(copy), { recursive: true });
    // Copies only the bytes, not the mode: files of an installed package may be read-only.
    writeFileSync(copy, readRegular(join(folder, file)));
  }
}

/** Whether a path, or the target of a link there, is a file in a folder. */
export function isFileInside(path: string, root: string): boolean {
  return infoOf(path)?.isFile() === true && contains(realpathSync(root), realpathSync(path));
}
