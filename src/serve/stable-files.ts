import { hash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { attempt } from "../shared/attempt.ts";
import { fingerprintOf } from "../shared/file-info.ts";
import { readRegular } from "../shared/regular-file.ts";

/** Maximum wait for a half-written file, and the polling interval, in milliseconds. */
const MAX_WAIT_MS = 400;
const POLL_MS = 20;
/** A file unchanged for this many milliseconds is complete. */
const STILL_MS = 80;
/** Larger files are compared by fingerprint instead of content. */
const MAX_READ_BYTES = 1_000_000;

/** Digest and end of a file's content. */
interface Content {
  readonly digest: string;
  readonly bytes: number;
  readonly isClosed: boolean;
  readonly isFolder: boolean;
}

/**
 * Creates an empty record of files: the first change of each always counts, as the file may have been read before or
 * after it.
 *
 * @returns finds the files of absolute paths that have changed: with new or previously unknown content, and deleted
 *   ones. Waits for half-written ones. Deleted files that don't belong to the site (`isOwn`) are ignored
 */
export function createStableFiles() {
  /** Content by path; undefined for absent files, no entry for unknown ones. */
  const known = new Map<string, Content | undefined>();

  const settle = async (path: string, isOwn: (path: string) => boolean): Promise<boolean> => {
    // A name that isn't UTF-8 can't be opened; the content walk reports it.
    if (path.includes("\uFFFD")) return true;
    const before = known.get(path);
    let content = readContent(path);
    if (content === undefined && before === undefined && !isOwn(path)) return false;
    const deadlineMs = performance.now() + MAX_WAIT_MS;
    let grownMs = performance.now();
    while (isHalfWritten(before, content) && performance.now() < deadlineMs && performance.now() - grownMs < STILL_MS) {
      await pause(POLL_MS);
      const next = readContent(path);
      if (next?.digest !== content?.digest) grownMs = performance.now();
      content = next;
    }
    const isSame = known.has(path) && before?.digest === content?.digest;
    known.set(path, content);
    // A folder always counts: it may have been missing just when the site was read, between two events.
    return !isSame || content?.isFolder === true;
  };
  return async (paths: Iterable<string>, isOwn: (path: string) => boolean): Promise<string[]> => {
    const all = [...paths];
    const isChanged = await Promise.all(all.map((path) => settle(path, isOwn)));
    return all.filter((_, index) => isChanged[index]);
  };
}

function readContent(path: string): Content | undefined {
  // A file that is missing, unreadable or not a regular file is reported by the task that uses it.
  return attempt(() => {
    const info = statSync(path);
    if (info.isFile() && info.size > MAX_READ_BYTES) {
      return { digest: fingerprintOf(info), bytes: info.size, isClosed: false, isFolder: false };
    }
    const isFolder = info.isDirectory();
    const data = isFolder ? Buffer.from(`${readdirSync(path).sort().join("\n")}\n`) : readRegular(path);
    return { digest: hash("sha1", data), bytes: data.length, isClosed: data.at(-1) === 10, isFolder };
  });
}

/** Whether a file looks half-written: empty, absent, or shorter than before without a final newline. */
function isHalfWritten(before: Content | undefined, now: Content | undefined): boolean {
  if (now === undefined) return true;
  if (now.bytes === 0) return true;
  return !now.isClosed && (before === undefined || (before.isClosed && now.bytes < before.bytes));
}
