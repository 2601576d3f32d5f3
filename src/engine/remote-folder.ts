import { mkdirSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../shared/attempt.ts";
import { newestFirst } from "../shared/file-info.ts";
import { readOwnFile, replaceOwnFile } from "../shared/own-file.ts";
import { isIntact, type Remote } from "./remote.ts";

/** Maximum size of the folder, in bytes. */
const MAX_BYTES = 2 ** 32;
const KINDS = ["ac", "cas"] as const;
const ENTRY_NAME = /^[0-9a-f]{64}$/;

/**
 * A folder as the store, laid out like the files of a server for Bazel's HTTP cache. Above the maximum size, the least
 * recently used entries are removed.
 *
 * @param folder absolute path; may be absent
 * @param isReadOnly neither adds entries nor marks them as used
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
  const entries = KINDS.flatMap((kind) => {
    const names = attempt(() => readdirSync(join(folder, kind))) ?? [];
    return names.filter((name) => ENTRY_NAME.test(name)).map((name) => join(folder, kind, name));
  });
  let total = 0;
  for (const { path, size } of newestFirst(entries)) {
    total += size;
    if (total > MAX_BYTES) rmSync(path, { force: true });
  }
}
