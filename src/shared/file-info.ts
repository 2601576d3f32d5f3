import { lstatSync, readdirSync, type Stats, statSync } from "node:fs";
import { attempt } from "./attempt.ts";

/** The stat of a file; undefined if it is absent or a broken link. */
export function infoOf(absolute: string): Stats | undefined {
  // Throws for a cycle of links, or without permission.
  return attempt(() => statSync(absolute, { throwIfNoEntry: false }));
}

/** The stat of a path itself: that of a link, not of its target. Undefined if it is absent. */
export function entryOf(absolute: string): Stats | undefined {
  return attempt(() => lstatSync(absolute, { throwIfNoEntry: false }));
}

/** The names in a folder; empty if there is no such folder. */
export function namesIn(absolute: string): string[] {
  return infoOf(absolute)?.isDirectory() === true ? readdirSync(absolute) : [];
}

/** Files or folders with the time they were changed and their size, the newest first; absent ones are left out. */
export function newestFirst(paths: readonly string[]): { readonly path: string; time: number; size: number }[] {
  const present = paths.flatMap((path) => {
    const info = infoOf(path);
    return info === undefined ? [] : [{ path, time: info.mtimeMs, size: info.size }];
  });
  return present.sort((a, b) => b.time - a.time);
}

/** Fingerprint of a file: differs whenever the file was changed or replaced. Programs can't set the ctime in it. */
export function fingerprintOf({ size, mtimeMs, ctimeMs, ino }: Stats): string {
  return `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
}
