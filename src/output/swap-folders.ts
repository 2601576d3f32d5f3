import { existsSync, renameSync } from "node:fs";
import { cp, mkdir, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createFolder, slashedPath } from "../shared/disk-path.ts";
import { type Journal, removeJournal, writeJournal } from "./journal.ts";
import { MANIFEST_FILE, readManifest } from "./manifest.ts";

/** Copies foreign files, e.g. settings for a host, from the output folder into the new one. */
export async function keepForeignFiles(out: string, staging: string): Promise<void> {
  const manifest = readManifest(out);
  if (manifest === undefined) return;
  const generated = new Set([...manifest.files, MANIFEST_FILE]);
  const entries = await readdir(out, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (entry.isDirectory()) continue;
    const source = join(entry.parentPath, entry.name);
    const file = slashedPath(out, source);
    const target = join(staging, file);
    if (generated.has(file) || existsSync(target)) continue;
    await mkdir(dirname(target), { recursive: true });
    await cp(source, target, { verbatimSymlinks: true });
  }
}

/**
 * Swaps a folder for another by two consecutive renames; `recover` repairs a kill between them.
 *
 * @returns false if the system can't rename the folder, e.g. a mount point; nothing is changed then
 */
export async function swapFolders(staging: string, out: string, work: string, previous: string): Promise<boolean> {
  const journal: Journal = { kind: "folder", work, out, staging, previous, moved: [], removed: [] };
  await rm(previous, { recursive: true, force: true });
  createFolder(dirname(out));
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
  await removeObsolete(previous);
  return true;
}

/** Repairs a swap that was interrupted between its renames. */
export function completeSwap({ out, previous }: Journal): void {
  if (!existsSync(out) && existsSync(previous)) renameSync(previous, out);
}

/** Removes an obsolete folder. One with a mount point inside stays. */
export async function removeObsolete(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EBUSY") throw error;
  }
}

/** Another disk, a mount point, a folder in use by another process, or a parent without permission. */
const NOT_RENAMED = new Set(["EXDEV", "EBUSY", "EPERM", "EACCES", "EROFS"]);
