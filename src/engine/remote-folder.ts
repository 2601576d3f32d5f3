import { mkdirSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../shared/attempt.ts";
import { readOwnFile, replaceOwnFile } from "../shared/own-file.ts";
import { isIntact, type Remote } from "./remote.ts";

/** Bytes that the folder may take. */
const MAX_BYTES = 2 ** 32;
const KINDS = ["ac", "cas"] as const;
const ENTRY_NAME = /^[0-9a-f]{64}$/;

/**
 * A folder as a store: what a server for Bazel's HTTP cache would have as its files. Entries unused for longest are
 * removed when it becomes too large.
 *
 * @param folder absolute path; may be absent
 */
export function folderRemote(folder: string, isReadOnly: boolean): Remote {
  let fault: string | undefined;
  let hasWritten = false;
  return {
    get: async (kind, key) => {
      const file = join(folder, kind, key);
      const data = attempt(() => readOwnFile(file));
      if (data === undefined || !isIntact(kind, key, data)) return undefined;
      const now = new Date();
      if (!isReadOnly) attempt(() => utimesSync(file, now, now));
      return data;
    },
    put: async (kind, key, data) => {
      try {
        mkdirSync(join(folder, kind), { recursive: true });
        replaceOwnFile(join(folder, kind, key), data);
        hasWritten = true;
        return true;
      } catch (error) {
        fault ??= `can't be written to (${(error as NodeJS.ErrnoException).code})`;
        return false;
      }
    },
    canWrite: () => !isReadOnly && fault === undefined,
    close: async () => {
      if (hasWritten) attempt(() => trim(folder));
      return fault === undefined ? [] : [fault];
    },
  };
}

function trim(folder: string): void {
  const files = KINDS.flatMap((kind) => {
    const names = attempt(() => readdirSync(join(folder, kind))) ?? [];
    return names.filter((name) => ENTRY_NAME.test(name)).map((name) => join(folder, kind, name));
  })
    .flatMap((path) => {
      const info = statSync(path, { throwIfNoEntry: false });
      return info === undefined ? [] : [{ path, size: info.size, time: info.mtimeMs }];
    })
    .sort((a, b) => b.time - a.time);
  let total = 0;
  for (const { path, size } of files) {
    total += size;
    if (total > MAX_BYTES) rmSync(path, { force: true });
  }
}
