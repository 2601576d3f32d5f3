import { hash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { fingerprintOf } from "../shared/file-info.ts";
import { readRegular } from "../shared/regular-file.ts";

/** How long a file that looks half-written is waited for, and how often it is looked at, in milliseconds. */
const PATIENCE_MS = 400;
const LOOK_MS = 20;
/** A file that has not grown for this long is as its author wants it. */
const STILL_MS = 80;
/** Larger files are not read: what the system says of them tells that they have changed. */
const MAX_READ_BYTES = 1_000_000;

/** What files held when they were last looked at. */
export interface SettledFiles {
  /**
   * Looks at files that may have changed, and waits for those that are being written.
   *
   * @param paths absolute
   * @param isOwn true for paths that the site is made of: what else is gone was never of interest
   * @returns those whose content is another or was never looked at, or that have gone
   */
  readonly changed: (paths: Iterable<string>, isOwn: (path: string) => boolean) => Promise<string[]>;
}

/** A file's content by its digest and its end. */
interface Content {
  readonly digest: string;
  readonly bytes: number;
  readonly isClosed: boolean;
  readonly isFolder: boolean;
}

/** What was changed before the files were first looked at counts as well: it may have been read or not. */
export function createSettledFiles(): SettledFiles {
  /** By path; undefined: not there. What was never looked at isn't in it. */
  const known = new Map<string, Content | undefined>();

  const settle = async (path: string, isOwn: (path: string) => boolean): Promise<boolean> => {
    // The name of a file is no text, so that nothing can be said of what it holds: the walk reports it.
    if (path.includes("\uFFFD")) return true;
    const before = known.get(path);
    let content = look(path);
    if (content === undefined && before === undefined && !isOwn(path)) return false;
    const giveUpMs = performance.now() + PATIENCE_MS;
    let grownMs = performance.now();
    while (isHalf(before, content) && performance.now() < giveUpMs && performance.now() - grownMs < STILL_MS) {
      await pause(LOOK_MS);
      const next = look(path);
      if (next?.digest !== content?.digest) grownMs = performance.now();
      content = next;
    }
    const isSame = known.has(path) && before?.digest === content?.digest;
    known.set(path, content);
    // A folder may have been gone between two looks at it, just when the site was read.
    return !isSame || content?.isFolder === true;
  };
  return {
    changed: async (paths, isOwn) => {
      const all = [...paths];
      const isChanged = await Promise.all(all.map((path) => settle(path, isOwn)));
      return all.filter((_, index) => isChanged[index]);
    },
  };
}

function look(path: string): Content | undefined {
  try {
    const info = statSync(path);
    if (info.isFile() && info.size > MAX_READ_BYTES) {
      return { digest: fingerprintOf(info), bytes: info.size, isClosed: false, isFolder: false };
    }
    const isFolder = info.isDirectory();
    const data = isFolder ? Buffer.from(`${readdirSync(path).sort().join("\n")}\n`) : readRegular(path);
    return { digest: hash("sha1", data), bytes: data.length, isClosed: data.at(-1) === 10, isFolder };
  } catch {
    // Gone, no file, or not to be read: what uses it finds out.
    return undefined;
  }
}

/** Emptied, away for a moment, or cut off where it used to end with a line. */
function isHalf(before: Content | undefined, now: Content | undefined): boolean {
  if (now === undefined) return true;
  if (now.bytes === 0) return true;
  return !now.isClosed && (before === undefined || (before.isClosed && now.bytes < before.bytes));
}
