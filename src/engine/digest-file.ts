import { createHash } from "node:crypto";
import { closeSync, fstatSync, readSync } from "node:fs";
import { attempt } from "../shared/attempt.ts";
import { infoOf } from "../shared/file-info.ts";
import { openRegular } from "../shared/regular-file.ts";

/** Digest of anything that exists and is not a file. */
export const NO_FILE = "no file";
/** Chunk size for hashing, in bytes. */
const CHUNK = 1 << 20;

/** SHA-1 of a file of any size; empty if it is absent or unreadable. */
export function digestFile(path: string): string {
  const info = infoOf(path);
  if (info === undefined) return "";
  // Reading a pipe might never end.
  if (!info.isFile()) return NO_FILE;
  const read = attempt(() => {
    const file = openRegular(path);
    try {
      const digest = createHash("sha1");
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(1, fstatSync(file).size)));
      for (let length = readSync(file, chunk); length > 0; length = readSync(file, chunk)) {
        digest.update(chunk.subarray(0, length));
      }
      return digest.digest("hex");
    } finally {
      closeSync(file);
    }
  });
  return read ?? "";
}
