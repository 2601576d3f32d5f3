import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, lstatSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** Reads a file that docgen wrote. @throws Error for a link, or for a pipe, which might never end */
export function readOwnFile(path: string): Buffer {
  if (!lstatSync(path).isFile()) throw new Error(`${path} is not a regular file`);
  return readFileSync(path);
}

/** Part of all temporary names of this process. Process ids are not unique among containers that share a disk. */
const PROCESS_NAME = randomBytes(6).toString("hex");
let names = 0;

/** A name for a temporary file or folder, in hexadecimal digits. */
export function randomName(): string {
  names += 1;
  return PROCESS_NAME + names.toString(16);
}

/**
 * Replaces a file atomically; its folder must exist.
 *
 * @param parts the new content, concatenated
 * @throws the system's error, with the path of the file; the old file is kept in that case
 */
export function replaceOwnFile(path: string, ...parts: readonly (string | Uint8Array)[]): void {
  const temporary = `${path}.${randomName()}`;
  try {
    const file = openSync(temporary, "w");
    try {
      for (const part of parts) writeFileSync(file, part);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw Object.assign(error as Error, { path });
  }
}

/** Flushes a file, or the entries of a folder, to disk if the system supports it. */
export function flush(path: string): void {
  try {
    const file = openSync(path, "r");
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch {
    // Windows flushes only files open for writing, and some network file systems no folders.
  }
}
