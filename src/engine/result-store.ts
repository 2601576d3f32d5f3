import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readOwnFile } from "../shared/own-file.ts";

/** Names of what a store writes: folders by docgen's version; in them results by digest, and graphs by name. */
const FOLDER_NAME = /^[0-9a-f]{16}$/;
const ENTRY_NAME = /^(?:value|graph)-[\w-]+(?:\.\d+)*$/;
/** Results that nothing names any more are kept, up to so many more than are named: a branch may come back. */
const MOST_UNUSED = 500;

/** Results on the disk, by the digest of their text. What can't be read or written is as good as absent. */
export interface ResultStore {
  readonly value: (digest: string) => unknown;
  readonly putValue: (digest: string, json: string) => void;
  /** What was put under a name; its shape is the caller's to check. */
  readonly graph: (name: string) => unknown;
  readonly putGraph: (name: string, value: unknown) => void;
  /** Removes the oldest of what is not used any more. @param used digests */
  readonly trim: (used: ReadonlySet<string>) => void;
}

/** Neither reads nor writes. */
export const NO_STORE: ResultStore = {
  value: () => undefined,
  putValue: () => {},
  graph: () => undefined,
  putGraph: () => {},
  trim: () => {},
};

/**
 * Opens the store of a site. What another version of docgen left is removed. Several processes may share it: entries
 * are written whole.
 *
 * @param folder for the store alone; may be absent
 * @param toolKey stands for docgen itself: results of another are never read
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
      if (data.toString("latin1", 0, Math.max(end, 0)) !== sealOf(name, json)) return undefined;
      return JSON.parse(json.toString("utf8"));
    });
  const write = (name: string, json: string): void => {
    attempt(() => {
      const temporary = join(own, `${name}.${process.pid}`);
      writeFileSync(temporary, `${sealOf(name, json)}\n${json}`);
      renameSync(temporary, join(own, name));
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
        if (unused.length <= MOST_UNUSED) return;
        const aged = unused.map((name) => ({ name, time: statSync(join(own, name)).mtimeMs }));
        aged.sort((a, b) => a.time - b.time);
        for (const { name } of aged.slice(0, -MOST_UNUSED)) rmSync(join(own, name), { force: true });
      });
    },
  };
}

/**
 * Removes what docgen keeps from earlier builds. What else is there, or where a link in its place leads to, stays.
 *
 * @param folder of the stores of all its versions
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

/** Stands at the top of an entry: half of one, or one that came to another's name, is noticed. */
function sealOf(name: string, json: string | Buffer): string {
  return createHash("sha1").update(`${name}\n`).update(json).digest("hex");
}

function entryNames(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() && ENTRY_NAME.test(entry.name) ? [entry.name] : []));
}

/** A cache that can't be read or written must not fail a build. */
function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
