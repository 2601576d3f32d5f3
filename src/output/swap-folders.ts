import { existsSync, renameSync } from "node:fs";
import { cp, mkdir, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { slashedPath } from "../shared/disk-path.ts";
import { type Journal, removeJournal, writeJournal } from "./journal.ts";
import { MANIFEST_FILE, readManifest } from "./manifest.ts";

/** Copies what others put into the output folder, such as a host's settings, into the new one. */
export async function keepForeignFiles(out: string, staging: string): Promise<void> {
  const manifest = readManifest(out);
  if (manifest === undefined) return;
  const own = new Set([...manifest.files, MANIFEST_FILE]);
  const entries = await readdir(out, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (entry.isDirectory()) continue;
    const source = join(entry.parentPath, entry.name);
    const file = slashedPath(out, source);
    const target = join(staging, file);
    if (own.has(file) || existsSync(target)) continue;
    await mkdir(dirname(target), { recursive: true });
    await cp(source, target, { verbatimSymlinks: true });
  }
}

/**
 * Puts a folder in the place of another. The two renames stand side by side: nothing runs between
 * them, and `sweep` mends a kill there.
 *
 * @returns false where the system does not let the folder be renamed, such as one that a disk is mounted
 *   on: all is as it was
 */
export async function swapFolders(staging: string, out: string, work: string, previous: string): Promise<boolean> {
  const journal: Journal = { kind: "folder", work, out, staging, previous, moved: [], removed: [] };
  await rm(previous, { recursive: true, force: true });
  await mkdir(dirname(out), { recursive: true });
  const hadOld = existsSync(out);
  if (hadOld) writeJournal(journal);
  try {
    if (hadOld) renameSync(out, previous);
    renameSync(staging, out);
  } catch (error) {
    if (existsSync(previous)) renameSync(previous, out);
    removeJournal(journal);
    if (NOT_RENAMED.has((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
  removeJournal(journal);
  await removeLeft(previous);
  return true;
}

/** Mends a swap that was cut short between its renames. */
export function completeSwap({ out, previous }: Journal): void {
  if (!existsSync(out) && existsSync(previous)) renameSync(previous, out);
}

/** Removes a folder that is of no use any more. Where a disk is mounted in it, it stays: that is no fault of the site. */
export async function removeLeft(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EBUSY") throw error;
  }
}

/** Another disk, a disk mounted on the folder, one that another process holds, one whose parent is not ours. */
const NOT_RENAMED = new Set(["EXDEV", "EBUSY", "EPERM", "EACCES", "EROFS"]);
