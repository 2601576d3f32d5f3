import { closeSync, fsyncSync, lstatSync, openSync, readFileSync } from "node:fs";

/**
 * Reads a file that docgen wrote. In its place may stand anything: a pipe, which never ends, or a link.
 *
 * @throws where it is not a plain file
 */
export function readOwnFile(path: string): Buffer {
  if (!lstatSync(path).isFile()) throw new Error(`${path} is not a plain file`);
  return readFileSync(path);
}

/**
 * Has a file's bytes, or what was renamed and removed in a folder, on the disk before anything that follows, where
 * the system can do so.
 */
export function flush(path: string): void {
  try {
    const file = openSync(path, "r");
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch {
    // Windows flushes what is open for writing alone, some file systems of networks no folders.
  }
}
