import { existsSync, lstatSync, mkdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { copyFile, cp, mkdir, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { attempt } from "../shared/attempt.ts";
import { createFolder, slashedPath } from "../shared/disk-path.ts";
import { entryOf } from "../shared/file-info.ts";
import { flush, randomName } from "../shared/own-file.ts";
import { foldersAbove } from "../shared/route.ts";
import { flushNames, isPending, type Journal, removeJournal, writeJournal } from "./journal.ts";
import { MANIFEST_FILE, readManifest } from "./manifest.ts";
import { linkOrCopy, moveFile } from "./move-file.ts";

/** Staging folder inside the output folder, used if that is on another disk. */
export const SAME_DISK_NAME = /^\.docgen-[0-9a-f]+$/;

/** A change that replaces single files. */
export type Replacement = Omit<Journal, "kind">;

/**
 * Replaces single files of an output folder, so that a small edit is cheap in a large site. Each file is replaced
 * atomically. A build that is killed between two files is completed by the next one; one that fails restores the old
 * files.
 *
 * @returns `cleaned` resolves once the old files are deleted, which takes a tenth of a second for large ones
 * @throws the system's error. Only if restoring fails as well is the folder left half-changed, and its journal lets the
 *   next build complete it
 */
export async function replaceFiles(replacement: Replacement): Promise<{ readonly cleaned: Promise<void> }> {
  const journal: Journal = { kind: "files", ...replacement };
  try {
    keepPrevious(journal);
    writeJournal(journal);
  } catch (error) {
    await rm(journal.previous, { recursive: true, force: true });
    throw error;
  }
  try {
    apply(journal);
  } catch (error) {
    restore(journal);
    removeJournal(journal);
    await rm(journal.previous, { recursive: true, force: true });
    throw error;
  }
  flushNames(journal, journal.out);
  removeJournal(journal);
  const left = [journal.staging, journal.previous].map((path) => rm(path, { recursive: true, force: true }));
  return { cleaned: Promise.all(left).then(() => undefined) };
}

/**
 * Replaces files of a folder that can't be renamed, e.g. on another disk, or makes one there. They are copied into the
 * folder first, so that a full disk is noticed before anything is replaced.
 */
export async function replaceOnSameDisk(change: Omit<Replacement, "previous">): Promise<void> {
  const { out, staging, moved, removed } = change;
  const near = join(out, `.docgen-${randomName()}`);
  const [incoming, previous] = [join(near, "new"), join(near, "old")];
  const isNew = !existsSync(out);
  // Not recursive: with `recursive`, Node reports any failure as a missing folder.
  if (isNew) mkdirSync(out);
  try {
    mkdirSync(near);
    for (const file of moved) await copyFile(join(staging, file), placeFor(incoming, file));
    flush(join(incoming, MANIFEST_FILE));
    for (const link of symlinksAbove(out, [...moved, ...removed])) rmSync(link);
    const { cleaned } = await replaceFiles({ ...change, staging: incoming, previous });
    await cleaned;
  } finally {
    if (!isPending(change)) await rm(near, { recursive: true, force: true });
    // Fails, as intended, if the folder has files: it is empty only if the change failed.
    if (isNew) attempt(() => rmdirSync(out));
  }
}

/** Completes an interrupted replacement. Does nothing if the new files are absent, as on a disk that is not mounted. */
export function completeReplacement(journal: Journal): void {
  if (existsSync(journal.out) && existsSync(journal.staging)) apply(journal);
}

/** Removed files that conflict with new ones: a file in place of a folder, or a folder in place of a file. */
export function conflicts(moved: readonly string[], removed: readonly string[]): string[] {
  const targets = new Set(moved);
  const folders = new Set(moved.flatMap(foldersAbove));
  return removed.filter((file) => folders.has(file) || foldersAbove(file).some((folder) => targets.has(folder)));
}

/** Symbolic links in the folders above files, which would redirect a move. */
export function symlinksAbove(out: string, files: readonly string[]): string[] {
  return [...new Set(files.flatMap((file) => foldersAbove(file).reverse()))]
    .map((folder) => join(out, folder))
    .filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true);
}

function keepPrevious({ out, previous, moved, removed }: Journal): void {
  rmSync(previous, { recursive: true, force: true });
  for (const file of [...moved, ...removed]) {
    const source = join(out, file);
    if (!isFileOrLink(source)) continue;
    linkOrCopy(source, placeFor(previous, file));
  }
}

/** Path of a file in a folder, in which the folders above it are made. */
function placeFor(folder: string, file: string): string {
  const target = join(folder, file);
  mkdirSync(dirname(target), { recursive: true });
  return target;
}

function apply({ out, staging, moved, removed }: Journal): void {
  const remove = (file: string) => {
    rmSync(join(out, file), { force: true });
    removeEmptyFolders(dirname(join(out, file)), out);
  };
  const left = moved.filter((file) => existsSync(join(staging, file)));
  for (const file of conflicts(left, removed)) remove(file);
  for (const file of left) moveFile(join(staging, file), placeFor(out, file));
  const gone = new Set(conflicts(moved, removed));
  for (const file of removed) if (!gone.has(file)) remove(file);
}

function restore({ out, previous, moved, removed }: Journal): void {
  for (const file of [...moved, ...removed]) {
    const [old, target] = [join(previous, file), join(out, file)];
    if (isFileOrLink(old)) moveFile(old, placeFor(out, file));
    else {
      if (isFileOrLink(target)) rmSync(target);
      removeEmptyFolders(dirname(target), out);
    }
  }
}

function isFileOrLink(path: string): boolean {
  return entryOf(path)?.isDirectory() === false;
}

function removeEmptyFolders(folder: string, top: string): void {
  if (folder === top) return;
  try {
    rmdirSync(folder);
  } catch {
    // Not empty, or already removed.
    return;
  }
  removeEmptyFolders(dirname(folder), top);
}

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
