import { existsSync, lstatSync, mkdirSync, rmdirSync, rmSync } from "node:fs";
import { copyFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { flush } from "../shared/own-file.ts";
import { flushNames, isPending, type Journal, removeJournal, writeJournal } from "./journal.ts";
import { MANIFEST_FILE } from "./manifest.ts";
import { linkOrCopy, moveFile } from "./move-file.ts";

/** Where files wait in the output folder itself, when that is on another disk. */
export const NEAR_NAME = /^\.docgen-\d+$/;

/** A few files to be put in the place of others. */
export type Replacement = Omit<Journal, "kind">;

/**
 * Replaces a few files of an output folder one by one, so that a small edit costs little however
 * large the site is. Each file is whole at every moment. A build that is killed between two of them,
 * in the fraction of a millisecond that they take, is completed by the next one; one that fails there
 * puts back what it has replaced.
 *
 * @returns what is over when the old files are gone: to delete large ones takes a tenth of a second
 * @throws the system's error; only where even putting back fails is the folder left as it came, and its
 *   journal tells the next build to complete it
 */
export async function replaceFiles(replacement: Replacement): Promise<{ readonly cleaned: Promise<void> }> {
  const journal: Journal = { kind: "files", ...replacement };
  try {
    keepOld(journal);
    writeJournal(journal);
  } catch (error) {
    await rm(journal.previous, { recursive: true, force: true });
    throw error;
  }
  try {
    apply(journal);
  } catch (error) {
    putBack(journal);
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
 * Replaces files of a folder that can't be renamed, such as one on another disk: they are copied beside
 * their places first, so that a full disk is found before anything is replaced.
 */
export async function replaceFromNear(change: Omit<Replacement, "previous">): Promise<void> {
  const { out, staging, moved, removed } = change;
  const near = join(out, `.docgen-${process.pid}`);
  const [incoming, previous] = [join(near, "new"), join(near, "old")];
  // By itself: of folders that are made with those above them Node says that they are missing, whatever the reason.
  mkdirSync(near);
  try {
    for (const file of moved) {
      const target = join(incoming, file);
      mkdirSync(dirname(target), { recursive: true });
      await copyFile(join(staging, file), target);
    }
    flush(join(incoming, MANIFEST_FILE));
    for (const link of linksAbove(out, [...moved, ...removed])) rmSync(link);
    const { cleaned } = await replaceFiles({ ...change, staging: incoming, previous });
    await cleaned;
  } finally {
    if (!isPending(change)) await rm(near, { recursive: true, force: true });
  }
}

/** Completes a replacement that was cut short; one whose new files are gone belongs to a disk that is not here. */
export function completeReplacement(journal: Journal): void {
  if (existsSync(journal.out) && existsSync(journal.staging)) apply(journal);
}

/** Files to be removed where folders of others are to be, or which are in folders that become files. */
export function inTheWay(moved: readonly string[], removed: readonly string[]): string[] {
  const targets = new Set(moved);
  const folders = new Set(moved.flatMap(foldersAbove));
  return removed.filter((file) => folders.has(file) || foldersAbove(file).some((folder) => targets.has(folder)));
}

/** Links on disk that stand above a file: what is moved there would land elsewhere. */
export function linksAbove(out: string, files: readonly string[]): string[] {
  return [...new Set(files.flatMap(foldersAbove))]
    .map((folder) => join(out, folder))
    .filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true);
}

/** `a/b/c.html` → `a`, `a/b`. */
function foldersAbove(file: string): string[] {
  const parts = file.split("/");
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"));
}

/** A second name for each file that goes away. */
function keepOld({ out, previous, moved, removed }: Journal): void {
  rmSync(previous, { recursive: true, force: true });
  for (const file of [...moved, ...removed]) {
    const source = join(out, file);
    if (!isFileOrLink(source)) continue;
    const target = join(previous, file);
    mkdirSync(dirname(target), { recursive: true });
    linkOrCopy(source, target);
  }
}

function apply({ out, staging, moved, removed }: Journal): void {
  const remove = (file: string) => {
    rmSync(join(out, file), { force: true });
    removeEmptyFolders(dirname(join(out, file)), out);
  };
  const left = moved.filter((file) => existsSync(join(staging, file)));
  for (const file of inTheWay(left, removed)) remove(file);
  for (const file of left) {
    const target = join(out, file);
    mkdirSync(dirname(target), { recursive: true });
    moveFile(join(staging, file), target);
  }
  const gone = new Set(inTheWay(moved, removed));
  for (const file of removed) if (!gone.has(file)) remove(file);
}

function putBack({ out, previous, moved, removed }: Journal): void {
  for (const file of [...moved, ...removed]) {
    const [old, target] = [join(previous, file), join(out, file)];
    if (isFileOrLink(old)) {
      mkdirSync(dirname(target), { recursive: true });
      moveFile(old, target);
    } else {
      if (isFileOrLink(target)) rmSync(target);
      removeEmptyFolders(dirname(target), out);
    }
  }
}

function isFileOrLink(path: string): boolean {
  try {
    return !lstatSync(path).isDirectory();
  } catch {
    // Nothing there, or a file where its folder would be.
    return false;
  }
}

function removeEmptyFolders(folder: string, top: string): void {
  if (folder === top) return;
  try {
    rmdirSync(folder);
  } catch {
    // Not empty, or gone already.
    return;
  }
  removeEmptyFolders(dirname(folder), top);
}
