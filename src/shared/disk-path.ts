import path from "node:path";

/** What differs between systems in the paths of their disks: `path.posix` or `path.win32`. */
export type Platform = Pick<typeof path.posix, "relative" | "isAbsolute" | "sep">;

/** True where a path is a folder or something below it; another drive is outside of it. Both are absolute. */
export function contains(folder: string, inner: string, platform: Platform = path): boolean {
  const way = platform.relative(folder, inner);
  return way !== ".." && !way.startsWith(`..${platform.sep}`) && !platform.isAbsolute(way);
}

/** A path relative to a folder, with forward slashes; on systems where a backslash is a letter it stays one. */
export function slashedPath(folder: string, inner: string, platform: Platform = path): string {
  return platform.relative(folder, inner).split(platform.sep).join("/");
}
