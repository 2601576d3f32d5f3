import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { attempt } from "../shared/attempt.ts";
import { newestFirst } from "../shared/file-info.ts";
import { readOwnFile, replaceOwnFile } from "../shared/own-file.ts";

/** Names in a store: folders by version of docgen, with results by digest, graphs, and the digests that these use. */
const FOLDER_NAME = /^[0-9a-f]{16}$/;
const ENTRY_NAME = /^(?:value|graph|used)-[\w-]+(?:\.[0-9a-f]+)*$/;
/** Number of unused results that are kept, e.g. for switching back to a branch. */
const MAX_UNUSED = 500;
/** A graph that was written longer ago is dropped: most likely its command is no longer used. */
const MAX_GRAPH_AGE_MS = 90 * 24 * 60 * 60 * 1000;

/** Results on disk, by the digest of their JSON. Unreadable entries count as absent, and failed writes are ignored. */
export interface ResultStore {
  readonly value: (digest: string) => unknown;
  readonly putValue: (digest: string, json: string) => void;
  /** The value stored under a name; the caller checks its shape. */
  readonly graph: (name: string) => unknown;
  readonly putGraph: (name: string, value: unknown) => void;
  /** Like `graph` and `putGraph`, for bytes. */
  readonly graphBytes: (name: string) => Buffer | undefined;
  readonly putGraphBytes: (name: string, parts: readonly Uint8Array[]) => void;
  /** Names of the stored graphs with results, the one written last first. */
  readonly graphs: () => readonly string[];
  /**
   * Removes the oldest results that no stored graph refers to.
   *
   * @param graph name of the graph that has just been stored
   * @param used digests of the results that it refers to
   */
  readonly trim: (graph: string, used: ReadonlySet<string>) => void;
}

/** A store that stores nothing. */
export const NO_STORE: ResultStore = {
  value: () => undefined,
  putValue: () => {},
  graph: () => undefined,
  putGraph: () => {},
  graphBytes: () => undefined,
  putGraphBytes: () => {},
  graphs: () => [],
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
  const dir = join(folder, toolKey);
  const pathOf = (name: string) => join(dir, name);
  attempt(() => mkdirSync(dir, { recursive: true }));
  clearStores(folder, toolKey);
  const readBytes = (name: string): Buffer | undefined =>
    attempt(() => {
      const data = readOwnFile(pathOf(name));
      const end = data.indexOf("\n");
      const bytes = data.subarray(end + 1);
      return data.toString("latin1", 0, Math.max(end, 0)) === checksumOf(name, [bytes]) ? bytes : undefined;
    });
  const read = (name: string): unknown => {
    const json = readBytes(name);
    return json === undefined ? undefined : attempt(() => JSON.parse(json.toString("utf8")));
  };
  // A large entry is written in parts: it is never joined.
  const write = (name: string, parts: readonly Uint8Array[]): void => {
    attempt(() => replaceOwnFile(pathOf(name), `${checksumOf(name, parts)}\n`, ...parts));
  };
  const writeJson = (name: string, json: string) => write(name, [Buffer.from(json)]);
  return {
    value: (digest) => read(`value-${digest}`),
    putValue: (digest, json) => writeJson(`value-${digest}`, json),
    graph: (name) => read(`graph-${name}`),
    putGraph: (name, value) => writeJson(`graph-${name}`, JSON.stringify(value)),
    graphBytes: (name) => readBytes(`graph-${name}`),
    putGraphBytes: (name, parts) => write(`graph-${name}`, parts),
    graphs: () => {
      const lists = attempt(() => entryNames(dir))?.filter((name) => name.startsWith("used-")) ?? [];
      return newestFirst(lists.map(pathOf)).map(({ path }) => basename(path).slice("used-".length));
    },
    trim: (graph, used) => {
      writeJson(`used-${graph}`, JSON.stringify([...used]));
      attempt(() => {
        if (!lstatSync(dir).isDirectory()) return;
        const names = entryNames(dir);
        const [values, graphs] = [true, false].map((is) => names.filter((name) => name.startsWith("value-") === is));
        for (const { path, time } of newestFirst((graphs ?? []).map(pathOf))) {
          if (time < Date.now() - MAX_GRAPH_AGE_MS) rmSync(path, { force: true });
        }
        const kept = new Set(used);
        for (const name of graphs ?? []) {
          const digests = name.startsWith("used-") ? read(name) : undefined;
          if (Array.isArray(digests)) for (const digest of digests as readonly string[]) kept.add(digest);
        }
        const unused = (values ?? []).filter((name) => !kept.has(name.slice(6)));
        if (unused.length <= MAX_UNUSED) return;
        for (const { path } of newestFirst(unused.map(pathOf)).slice(MAX_UNUSED)) rmSync(path, { force: true });
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
function checksumOf(name: string, parts: readonly Uint8Array[]): string {
  const hash = createHash("sha1").update(`${name}\n`);
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
}

function entryNames(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() && ENTRY_NAME.test(entry.name) ? [entry.name] : []));
}
