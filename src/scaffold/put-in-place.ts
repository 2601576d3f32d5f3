import { mkdirSync, readdirSync, realpathSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isHiddenOrTemporary } from "../content/versions.ts";
import { takeLock } from "../output/lock.ts";
import { moveFile } from "../output/move-file.ts";
import { STAGING_PREFIX } from "../output/staging.ts";
import { attempt } from "../shared/attempt.ts";
import { WORK_FOLDER } from "../shared/constants.ts";
import { contains, createFolder, isFileInside } from "../shared/disk-path.ts";
import { Failure } from "../shared/failure.ts";
import { entryOf, infoOf } from "../shared/file-info.ts";
import { randomName } from "../shared/own-file.ts";
import { readRegular } from "../shared/regular-file.ts";

/** A file or folder to create. */
export interface Making {
  /** Path relative to the root, with forward slashes. */
  readonly path: string;
  /** Writes it. @param staged absolute path that does not exist yet */
  readonly make: (staged: string) => void;
}

/**
 * Creates files and folders of a site atomically: all of them, or none on failure. Each is written beside the site and
 * then moved to its place as a whole; nothing that exists is changed.
 *
 * @param root absolute path of the site's root; created if it doesn't exist
 * @param replaced a file that may replace an existing one; it is moved last
 * @throws Failure (exit code 2) that names the obstacle, before it changes anything
 */
export async function putInPlace(root: string, makings: readonly Making[], replaced?: Making): Promise<void> {
  for (const { path } of makings) checkPlace(root, path);
  const all = replaced === undefined ? makings : [...makings, replaced];
  const folders: string[] = [];
  const makeFolder = (folder: string) => {
    // Listed before they exist: the disk may be full after the first of them.
    for (let at = folder; entryOf(at) === undefined; at = dirname(at)) folders.push(at);
    createFolder(folder);
  };
  const work = join(root, WORK_FOLDER);
  const staging = join(work, `${STAGING_PREFIX}${randomName()}`);
  const placed: string[] = [];
  try {
    makeFolder(work);
    const lock = await takeLock(work);
    try {
      mkdirSync(staging);
      all.forEach(({ make }, index) => {
        make(join(staging, String(index)));
      });
      lock.check();
      all.forEach((making, index) => {
        const target = join(root, making.path);
        makeFolder(dirname(target));
        if (making !== replaced) checkPlace(root, making.path);
        moveFile(join(staging, String(index)), target);
        placed.push(target);
      });
    } catch (error) {
      for (const target of placed) rmSync(target, { recursive: true, force: true });
      throw error;
    } finally {
      rmSync(staging, { recursive: true, force: true });
      lock.release();
    }
  } finally {
    // Removes only empty folders.
    for (const folder of folders.toSorted((a, b) => b.length - a.length)) attempt(() => rmdirSync(folder));
  }
}

/**
 * Rejects a folder that is inside something other than a folder.
 *
 * @param remedy ends the message
 * @throws Failure (exit code 2)
 */
export function checkFolder(path: string, remedy: string): void {
  for (let folder = path; infoOf(folder)?.isDirectory() !== true; folder = dirname(folder)) {
    if (entryOf(folder) !== undefined) throw new Failure(2, `${folder}: is not a folder; ${remedy}`);
  }
}

/** Rejects a path that exists, is below a file, or leads through an unfollowed link. @throws Failure (exit code 2) */
export function checkPlace(root: string, path: string): void {
  const names = path.split("/");
  for (let depth = 1; depth < names.length; depth++) {
    const folder = names.slice(0, depth).join("/");
    const absolute = join(root, folder);
    const info = entryOf(absolute);
    if (info === undefined) return;
    // The first folder may be a link to one elsewhere in the site.
    const isLinked = depth === 1 && infoOf(absolute)?.isDirectory() === true;
    if (info.isDirectory() || (isLinked && contains(realpathSync(root), realpathSync(absolute)))) continue;
    const what = info.isSymbolicLink() ? "is a symbolic link, which docgen does not follow" : "is not a folder";
    throw new Failure(2, `${folder}: ${what}; choose another path than ${path}`);
  }
  if (entryOf(join(root, path)) === undefined) return;
  throw new Failure(2, `${path}: already exists; choose another name, or remove it`);
}

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
