import { createHash, hash } from "node:crypto";
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { readOwnFile } from "../../output/own-file.ts";
import type { WriteFile } from "../../output/types.ts";
import { createPacks, entriesIn } from "./packs.ts";

/** An entry of more characters is never put together: each copy of it would be felt. */
const MAX_JOINED = 1_000_000;
/** Entries under way to the disk, so that they never fill the memory. */
const MAX_WAITING = 32;
/** Names of what a store writes: folders by docgen's version, entries in them by kind and key, maybe on their way. */
const FOLDER_NAME = /^[0-9a-f]{16}$/;
const ENTRY_NAME = /^[a-z]+-[\w-]+(?:\.\d+)*$/;
/** An object with more keys is a list of something: its values are small. */
const MAX_FIELDS = 32;

/** Results kept on disk by what they were made of. What can't be read or written is as good as absent. */
export interface Store {
  /** @returns undefined for what isn't there, is damaged or was made by another docgen */
  readonly get: (kind: string, key: string) => unknown;
  readonly put: (kind: string, key: string, value: unknown) => void;
  /** Many entries of a kind are about to come: from now on they are written together. */
  readonly expectMany: (kind: string) => void;
  /** Writes what is held to be written together. */
  readonly flush: () => void;
  /** Removes the oldest entries where there are more. */
  readonly trim: (most: number) => void;
}

/** Neither reads nor writes. */
export const NO_STORE: Store = {
  get: () => undefined,
  put: () => {},
  expectMany: () => {},
  flush: () => {},
  trim: () => {},
};

/**
 * Opens the store of a site. Entries of another version of docgen are removed.
 *
 * @param folder for the store alone; may be absent
 * @param toolKey stands for docgen itself: entries of another are never read
 * @param write writes entries; whoever gives it waits until all are written
 */
export function openStore(folder: string, toolKey: string, write?: WriteFile): Store {
  const own = join(folder, toolKey);
  /** What is under way to the disk. */
  const written = new Map<string, string>();
  const packs = createPacks(own);
  let isGrown = false;
  let manyOf: string | undefined;
  const pathOf = (kind: string, key: string) => join(own, `${kind}-${key}`);
  attempt(() => mkdirSync(own, { recursive: true }));
  clearStores(folder, toolKey);
  return {
    get: (kind, key) => {
      const path = pathOf(kind, key);
      const text = written.get(path);
      if (text !== undefined) return attempt(() => unseal(Buffer.from(text)));
      const single = attempt(() => readOwnFile(path));
      return attempt(() => {
        const entry = single ?? packs.get(basename(path));
        return entry === undefined ? undefined : unseal(entry);
      });
    },
    put: (kind, key, value) => {
      const path = pathOf(kind, key);
      isGrown = true;
      attempt(() => {
        const temporary = `${path}.${process.pid}`;
        const [text = "", ...rest] = seal(value);
        // One that has a file of its own keeps it: that is where it is looked for first.
        if (write !== undefined && kind === manyOf && rest.length === 0 && !existsSync(path)) {
          packs.add(basename(path), Buffer.from(text), write);
          return;
        }
        if (write !== undefined && rest.length === 0 && written.size < MAX_WAITING) {
          written.set(path, text);
          const forget = () => void (written.get(path) === text && written.delete(path));
          write(path, text, temporary).then(forget, forget);
          return;
        }
        writeTexts(temporary, [text, ...rest]);
        renameSync(temporary, path);
      });
    },
    expectMany: (kind) => {
      manyOf = kind;
    },
    flush: () => {
      attempt(() => write !== undefined && packs.flush(write));
    },
    trim: (most) => {
      attempt(() => {
        const names = isGrown && lstatSync(own).isDirectory() ? entryNames(own) : [];
        let entries = names.reduce((sum, name) => sum + entriesIn(name), 0);
        if (entries <= most) return;
        const files = names.map((name) => ({ name, time: statSync(join(own, name)).mtimeMs }));
        for (const { name } of files.sort((a, b) => a.time - b.time)) {
          if (entries <= most) return;
          rmSync(join(own, name), { force: true });
          entries -= entriesIn(name);
        }
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

function entryNames(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() && ENTRY_NAME.test(entry.name) ? [entry.name] : []));
}

/** A digest and the JSON that it is of: half an entry, or another's, is noticed. */
function seal(value: unknown): string[] {
  const fields = jsonFields(value, 2);
  const length = fields.reduce((sum, field) => sum + field.length, 0);
  const json = length > MAX_JOINED ? fields : [fields.join("")];
  const digest = createHash("sha1");
  for (const text of json) digest.update(text);
  const [first = "", ...rest] = json;
  return [`${digest.digest("hex")}\n${first}`, ...rest];
}

/** JSON, cut around the values of its fields. @param depth how many levels of objects are taken apart */
function jsonFields(value: unknown, depth: number): string[] {
  const entries = depth > 0 && isObject(value) ? Object.entries(value).filter(([, field]) => field !== undefined) : [];
  if (entries.length === 0 || entries.length > MAX_FIELDS) return [JSON.stringify(value)];
  const fields = entries.flatMap(([name, field], index) => [
    `${index === 0 ? "" : ","}${JSON.stringify(name)}:`,
    ...jsonFields(field, depth - 1),
  ]);
  return ["{", ...fields, "}"];
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function writeTexts(path: string, texts: readonly string[]): void {
  const file = openSync(path, "w");
  try {
    for (const text of texts) writeFileSync(file, text);
  } finally {
    closeSync(file);
  }
}

function unseal(data: Buffer): unknown {
  const end = data.indexOf("\n");
  const json = data.subarray(end + 1);
  if (data.toString("latin1", 0, Math.max(end, 0)) !== hash("sha1", json)) return undefined;
  return JSON.parse(json.toString("utf8"));
}

/** A cache that can't be read or written must not fail a build. */
function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
