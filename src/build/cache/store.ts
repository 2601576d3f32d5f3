import { createHash, hash } from "node:crypto";
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { WriteFile } from "../../output/types.ts";

/** An entry of more characters is never put together: each copy of it would be felt. */
const MAX_JOINED = 1_000_000;
/** Entries under way to the disk, so that they never fill the memory. */
const MAX_WAITING = 32;
/** An object with more keys is a list of something: its values are small. */
const MAX_FIELDS = 32;

/** Results kept on disk by what they were made of. What can't be read or written is as good as absent. */
export interface Store {
  /** @returns undefined for what isn't there, is damaged or was made by another docgen */
  readonly get: (kind: string, key: string) => unknown;
  readonly put: (kind: string, key: string, value: unknown) => void;
  /** Removes the oldest entries where there are more. */
  readonly trim: (most: number) => void;
}

/** Neither reads nor writes. */
export const NO_STORE: Store = { get: () => undefined, put: () => {}, trim: () => {} };

/**
 * Opens the store of a site. Entries of another version of docgen are removed with the folder they are in.
 *
 * @param folder for the store alone; may be absent
 * @param toolKey stands for docgen itself: entries of another are never read
 * @param write writes entries; whoever gives it waits until all are written
 */
export function openStore(folder: string, toolKey: string, write?: WriteFile): Store {
  const own = join(folder, toolKey);
  /** What is under way to the disk. */
  const written = new Map<string, string>();
  let isGrown = false;
  const pathOf = (kind: string, key: string) => join(own, `${kind}-${key}`);
  attempt(() => {
    mkdirSync(own, { recursive: true });
    for (const name of readdirSync(folder)) {
      if (name !== toolKey) rmSync(join(folder, name), { recursive: true, force: true });
    }
  });
  return {
    get: (kind, key) => {
      const path = pathOf(kind, key);
      const text = written.get(path);
      return attempt(() => unseal(text === undefined ? readFileSync(path) : Buffer.from(text)));
    },
    put: (kind, key, value) => {
      const path = pathOf(kind, key);
      isGrown = true;
      attempt(() => {
        const temporary = `${path}.${process.pid}`;
        const [text = "", ...rest] = seal(value);
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
    trim: (most) => {
      attempt(() => {
        const names = isGrown ? readdirSync(own) : [];
        if (names.length <= most) return;
        const entries = names.map((name) => ({ path: join(own, name), time: statSync(join(own, name)).mtimeMs }));
        entries.sort((a, b) => a.time - b.time);
        for (const { path } of entries.slice(0, names.length - most)) rmSync(path, { force: true });
      });
    },
  };
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
