import { lstatSync, type Stats, statSync } from "node:fs";

/** The stat of a file; undefined if it is absent or a broken link. */
export function infoOf(absolute: string): Stats | undefined {
  try {
    return statSync(absolute, { throwIfNoEntry: false });
  } catch {
    // A cycle of links, or no permission.
    return undefined;
  }
}

/** The stat of a path itself, also of a link; undefined if it is absent. */
export function entryOf(absolute: string): Stats | undefined {
  try {
    return lstatSync(absolute, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Fingerprint of a file: differs whenever the file was changed or replaced. */
export function fingerprintOf({ size, mtimeMs, ctimeMs, ino }: Stats): string {
  return `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
}
