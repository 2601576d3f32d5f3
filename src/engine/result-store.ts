import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, rmdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../shared/attempt.ts";
import { readOwnFile, replaceOwnFile } from "../shared/own-file.ts";

/** Names in a store: a folder per version of docgen, with results by digest and graphs by name. */
const FOLDER_NAME = /^[0-9a-f]{16}$/;
const ENTRY_NAME = /^(?:value|graph)-[\w-]+(?:\.[0-9a-f]+)*$/;
/** Number of unused results that are kept, e.g. for switching back to a branch. */
const MAX_UNUSED = 500;

/** Results on disk, by the digest of their JSON. Unreadable entries count as absent, and failed writes are ignored. */
export interface ResultStore {
  readonly value: (digest: string) => unknown;
  readonly putValue: (digest: string, json: string) => void;
  /** The value stored under a name; the caller checks its shape. */
  readonly graph: (name: string) => unknown;
  readonly putGraph: (name: string, value: unknown) => void;
  /** Removes the oldest unused results. @param used digests */
  readonly trim: (used: ReadonlySet<string>) => void;
}

/** A store that stores nothing. */
export const NO_STORE: ResultStore = {
  value: () => undefined,
  putValue: () => {},
  graph: () => undefined,
  putGraph: () => {},
  trim: () => {},
};

/**
 * Opens the store of a site and removes the stores of other versions of docgen. Several processes may share it, as
 * entries are replaced atomically.
 *
 * @param folder used by the store only; may be absent
 * @param toolKey hash of docgen itself: results of another version are never read
 */
export function openStore(folder: string, toolKey: string): ResultStore {
  const own = join(folder, toolKey);
  attempt(() => mkdirSync(own, { recursive: true }));
  clearStores(folder, toolKey);
  const read = (name: string): unknown =>
    attempt(() => {
      const data = readOwnFile(join(own, name));
      const end = data.indexOf("\n");
      const json = data.subarray(end + 1);
      if (data.toString("latin1", 0, Math.max(end, 0)) !== checksumOf(name, json)) return undefined;
      return JSON.parse(json.toString("utf8"));
    });
  const write = (name: string, json: string): void => {
    attempt(() => {
      // The graph of a large site is some 60 MB: it is encoded once, and never joined.
      const bytes = Buffer.from(json);
      replaceOwnFile(join(own, name), Buffer.from(`${checksumOf(name, bytes)}\n`), bytes);
    });
  };
  return {
    value: (digest) => read(`value-${digest}`),
    putValue: (digest, json) => write(`value-${digest}`, json),
    graph: (name) => read(`graph-${name}`),
    putGraph: (name, value) => write(`graph-${name}`, JSON.stringify(value)),
    trim: (used) => {
      attempt(() => {
        if (!lstatSync(own).isDirectory()) return;
        const unused = entryNames(own).filter((name) => name.startsWith("value-") && !used.has(name.slice(6)));
        if (unused.length <= MAX_UNUSED) return;
        const aged = unused.map((name) => ({ name, time: statSync(join(own, name)).mtimeMs }));
        aged.sort((a, b) => a.time - b.time);
        for (const { name } of aged.slice(0, -MAX_UNUSED)) rmSync(join(own, name), { force: true });
      });
    },
  };
}

/**
 * Removes the stored results of earlier builds. Other files stay, and links are not followed.
 *
 * @param folder holds the stores of all versions of docgen
 * @param except the version whose store stays
 */
export function clearStores(folder: string, except?: string): void {
  attempt(() => {
    for (const version of readdirSync(folder, { withFileTypes: true })) {
      if (!version.isDirectory() || !FOLDER_NAME.test(version.name) || version.name === except) continue;
      const store = join(folder, version.name);
      for (const name of entryNames(store)) rmSync(join(store, name), { force: true });
      attempt(() => rmdirSync(store));
    }
  });
}

/** Checksum in the first line of an entry: detects truncated and misplaced entries. */
function checksumOf(name: string, json: Buffer): string {
  return createHash("sha1").update(`${name}\n`).update(json).digest("hex");
}

function entryNames(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() && ENTRY_NAME.test(entry.name) ? [entry.name] : []));
}
