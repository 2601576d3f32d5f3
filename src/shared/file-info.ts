import { lstatSync, type Stats, statSync } from "node:fs";

/** What the system says of a file; undefined where it is gone, or a link that leads nowhere. */
export function infoOf(absolute: string): Stats | undefined {
  try {
    return statSync(absolute, { throwIfNoEntry: false });
  } catch {
    // A circle of links, or no permission to look.
    return undefined;
  }
}

/** What stands at a place itself, be it a link; undefined where nothing does, or where a folder on the way to it is none. */
export function entryOf(absolute: string): Stats | undefined {
  try {
    return lstatSync(absolute, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Fingerprint of a file: another for another file, and for the same one after each change. */
export function fingerprintOf({ size, mtimeMs, ctimeMs, ino }: Stats): string {
  return `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
}
