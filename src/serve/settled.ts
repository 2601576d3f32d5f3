import { hash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";

/** How long a file that looks half-written is waited for, and how often it is looked at, in milliseconds. */
const PATIENCE_MS = 400;
const LOOK_MS = 20;
/** A file that has not grown for this long is as its author wants it. */
const STILL_MS = 80;

/** What files held when they were last looked at. */
export interface SettledFiles {
  /**
   * Looks at files that may have changed, and waits for those that are being written.
   *
   * @param paths absolute
   * @param isOwn true for paths that the site is made of: what else is gone was never of interest
   * @returns those whose content is another, or that have come or gone
   */
  readonly changed: (paths: Iterable<string>, isOwn: (path: string) => boolean) => Promise<string[]>;
}

/** A file's content by its digest and its end. */
interface Content {
  readonly digest: string;
  readonly bytes: number;
  readonly isClosed: boolean;
  /** Its last change of any kind, that of its name among them. */
  readonly touchedMs: number;
}

/** @param sinceMs what was last touched before this instant is as it was */
export function createSettledFiles(sinceMs: number): SettledFiles {
  /** By path; undefined: not there. What was never looked at isn't in it. */
  const known = new Map<string, Content | undefined>();

  const settle = async (path: string, isOwn: (path: string) => boolean): Promise<boolean> => {
    // The name of a file is no text, so that nothing can be said of what it holds: the walk reports it.
    if (path.includes("\uFFFD")) return true;
    const before = known.get(path);
    let content = await look(path);
    if (content === undefined && before === undefined && !isOwn(path)) return false;
    const giveUpMs = performance.now() + PATIENCE_MS;
    let grownMs = performance.now();
    while (isHalf(before, content) && performance.now() < giveUpMs && performance.now() - grownMs < STILL_MS) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      const next = await look(path);
      if (next?.digest !== content?.digest) grownMs = performance.now();
      content = next;
    }
    const isOld = content !== undefined && content.touchedMs < sinceMs;
    const isSame = known.has(path) ? before?.digest === content?.digest : isOld;
    known.set(path, content);
    return !isSame;
  };
  return {
    changed: async (paths, isOwn) => {
      const all = [...paths];
      const isChanged = await Promise.all(all.map((path) => settle(path, isOwn)));
      return all.filter((_, index) => isChanged[index]);
    },
  };
}

async function look(path: string): Promise<Content | undefined> {
  try {
    const info = await stat(path);
    const { ctimeMs } = info;
    // Of a folder only what is in it counts.
    const data = info.isDirectory()
      ? Buffer.from(`${(await readdir(path)).sort().join("\n")}\n`)
      : await readFile(path);
    return { digest: hash("sha1", data), bytes: data.length, isClosed: data.at(-1) === 10, touchedMs: ctimeMs };
  } catch {
    // Gone, or not to be read: whoever uses it finds out.
    return undefined;
  }
}

/** Emptied, away for a moment, or cut off where it used to end with a line. */
function isHalf(before: Content | undefined, now: Content | undefined): boolean {
  if (now === undefined) return true;
  if (now.bytes === 0) return true;
  return !now.isClosed && (before === undefined || (before.isClosed && now.bytes < before.bytes));
}
