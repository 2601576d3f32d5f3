import { mkdirSync, realpathSync } from "node:fs";
import path from "node:path";
import { attempt } from "./attempt.ts";
import { Failure } from "./failure.ts";
import { infoOf } from "./file-info.ts";

/** Path functions of a platform: `path.posix` or `path.win32`. */
export type Platform = Pick<typeof path.posix, "relative" | "isAbsolute" | "sep">;

/** Whether a path is a folder or inside it; other drives are outside. Both paths are absolute. */
export function contains(folder: string, inner: string, platform: Platform = path): boolean {
  const way = platform.relative(folder, inner);
  return way !== ".." && !way.startsWith(`..${platform.sep}`) && !platform.isAbsolute(way);
}

/** Whether a file, which may be a link, is inside the site's root. Both are absolute. */
export function isInsideRoot(root: string, path: string): boolean {
  return contains(realpathSync(root), realpathSync(path));
}

/** Whether a path, or the target of a link there, is a file in a folder. Both are absolute. */
export function isFileInside(path: string, folder: string): boolean {
  return infoOf(path)?.isFile() === true && isInsideRoot(folder, path);
}

function isFolder(absolute: string): boolean {
  return infoOf(absolute)?.isDirectory() === true;
}

/** Creates a folder and those above it. With `recursive`, Node 20 never returns where nothing can be created, as in /proc. */
export function createFolder(absolute: string): void {
  if (isFolder(absolute)) return;
  createFolder(path.dirname(absolute));
  try {
    mkdirSync(absolute);
  } catch (error) {
    // Another process may have been faster.
    if (!isFolder(absolute)) throw error;
  }
}

/** A path with its links followed, as far as it exists. */
export function followLinks(absolute: string): string {
  const parent = path.dirname(absolute);
  const real = attempt(() => realpathSync(absolute));
  return real ?? (parent === absolute ? absolute : path.join(followLinks(parent), path.basename(absolute)));
}

/**
 * Creates a folder that docgen writes to in a site.
 *
 * @param folder relative to the root
 * @throws Failure if a link leads out of the site
 */
export function createSiteFolder(root: string, folder: string): void {
  const absolute = path.join(root, folder);
  if (!contains(realpathSync(root), followLinks(absolute)))
    throw new Failure(1, `${folder}: leads out of the site; replace the symbolic link with a folder`);
  createFolder(absolute);
}

/** All ancestors of a folder, beginning with the folder itself, up to the file system's root. */
export function foldersUp(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersUp(parent)];
}

/** A path relative to a folder, with forward slashes. On POSIX a backslash is part of a name and stays. */
export function slashedPath(folder: string, inner: string, platform: Platform = path): string {
  return platform.relative(folder, inner).split(platform.sep).join("/");
}
