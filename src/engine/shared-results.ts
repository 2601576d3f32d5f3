import { hash } from "node:crypto";
import { MAX_ENTRY, type Remote } from "./remote.ts";
import { type IndexedResult, pack, readIndex, type SharedResult, unpack, writeIndex } from "./shared-index.ts";
import type { TaskDef } from "./task.ts";

type Named = Pick<TaskDef<unknown>, "name" | "keep">;

/** Task results in a store shared by several machines. No method throws. */
export interface SharedResults {
  /** The stored results of a task and key, the newest first. A result is valid only if its trace holds here. */
  readonly find: (def: Named, key: string) => Promise<readonly SharedResult[]>;
  /** The bytes of a value. They are not verified: the caller compares the digest. */
  readonly value: (
    def: Named,
    key: string,
    digest: string,
  ) => Promise<{ readonly bytes: Buffer; isText: boolean } | undefined>;
  /** Adds a result that was computed here. @param value undefined for `graph` results */
  readonly add: (def: Named, key: string, result: SharedResult, value: string | Uint8Array | undefined) => void;
  /** Whether `add` would store a result. */
  readonly takes: (def: Named, key: string) => boolean;
  /** Loads the index of a group in advance, so that `find` doesn't wait for it. */
  readonly open: (group: string) => Promise<void>;
  /** Writes the results that were added to a group. */
  readonly flush: (group: string) => Promise<void>;
}

/** Options for sharing results. */
export interface SharedResultsOptions {
  readonly remote: Remote;
  /** Identifies this version of docgen and the site, the same on any machine. */
  readonly toolKey: string;
  /** The group of a result, which one request looks up; undefined if the result is not shared. */
  readonly groupOf: (def: Named, key: string) => string | undefined;
  readonly isOwn: (group: string) => boolean;
}

interface Group {
  /** By task and key, the newest first. */
  readonly results: Map<string, readonly IndexedResult[]>;
  /** Values that are not yet written, by task. */
  readonly open: Map<string, { readonly values: [IndexedResult, Buffer][]; size: number }>;
  readonly writes: Promise<void>[];
  /** Ids (task and key) of results that were asked for. */
  readonly used: Set<string>;
  hasNew: boolean;
}

/** Number of results kept for a task and key, so that branches built in turn don't replace each other's. */
const MAX_TRACES = 4;
/** Size at which the collected values of a task are written as a pack, in bytes. */
const PACK_SIZE = 1 << 20;
/** Maximum size of unpacked packs in memory, in bytes; consecutive values are often in the same pack. */
const MAX_HELD = 1 << 26;
/** A group with more ids than this for each one in use is trimmed to those: the rest belongs to deleted pages. */
const MAX_UNUSED = 4;
/** Version of the entries' format. */
const FORMAT = 1;

/** Opens the results in a store. Nothing is written before `flush`, except full packs of values. */
export function shareResults({ remote, toolKey, groupOf, isOwn }: SharedResultsOptions): SharedResults {
  const groups = new Map<string, Promise<Group>>();
  const opened = new Map<string, Group>();
  const entryOf = (group: string) => hash("sha256", JSON.stringify([FORMAT, toolKey, group]));
  const load = async (name: string): Promise<Group> => {
    const entry = await remote.get("ac", entryOf(name));
    const results = (entry && (await readIndex(entry))) ?? new Map<string, readonly IndexedResult[]>();
    const group: Group = { results, open: new Map(), writes: [], used: new Set(), hasNew: false };
    opened.set(name, group);
    return group;
  };
  const groupNamed = (name: string): Promise<Group> => {
    const group = groups.get(name) ?? load(name);
    groups.set(name, group);
    return group;
  };
  const find = async (def: Named, key: string): Promise<readonly IndexedResult[]> => {
    const name = groupOf(def, key);
    if (name === undefined) return [];
    const { results, used } = await groupNamed(name);
    const id = idOf(def, key);
    used.add(id);
    return results.get(id) ?? [];
  };
  const packs = createPacks(remote);
  return {
    open: async (name) => void (await groupNamed(name)),
    find,
    value: async (def, key, digest) => {
      const match = (await find(def, key)).find((result) => result.digest === digest && result.location !== undefined);
      if (match?.location === undefined) return undefined;
      const { pack: name, start, length } = match.location;
      const bytes = (await packs(name))?.subarray(start, start + length);
      return bytes?.length === length ? { bytes, isText: match.isText } : undefined;
    },
    takes: (def, key) => {
      const group = groupOf(def, key);
      return remote.canWrite() && group !== undefined && isOwn(group);
    },
    add: (def, key, result, value) => {
      // `find` has loaded the group before the result was computed.
      const group = opened.get(groupOf(def, key) ?? "");
      if (group === undefined) return;
      const id = idOf(def, key);
      const kept: IndexedResult = { ...result };
      const others = (group.results.get(id) ?? []).filter(({ trace }) => trace.join("\n") !== result.trace.join("\n"));
      group.results.set(id, [kept, ...others].slice(0, MAX_TRACES));
      group.hasNew = true;
      if (value === undefined) return;
      const open = group.open.get(def.name) ?? { values: [], size: 0 };
      group.open.set(def.name, open);
      const bytes = Buffer.from(value as string);
      open.values.push([kept, bytes]);
      open.size += bytes.length;
      if (open.size >= PACK_SIZE) seal(remote, group, def.name);
    },
    flush: async (name) => {
      const group = await groups.get(name);
      if (group === undefined || !group.hasNew) return;
      for (const task of group.open.keys()) seal(remote, group, task);
      group.hasNew = false;
      await Promise.all(group.writes);
      const { results, used } = group;
      const isFull = results.size > MAX_UNUSED * used.size;
      const stays = isFull ? new Map([...results].filter(([id]) => used.has(id))) : results;
      const index = await writeIndex(stays).catch(() => undefined);
      // The index is written last, as it names the packs.
      if (index !== undefined) await remote.put("ac", entryOf(name), index);
    },
  };
}

function idOf({ name }: Named, key: string): string {
  return JSON.stringify([name, key]);
}

/** Writes the collected values of a task as a pack. */
function seal(remote: Remote, { open, writes }: Group, task: string): void {
  const { values = [] } = open.get(task) ?? {};
  open.delete(task);
  if (values.length === 0) return;
  const write = async () => {
    const data = await pack(Buffer.concat(values.map(([, bytes]) => bytes)), { level: 1 });
    const name = hash("sha256", data);
    if (!(await remote.put("cas", name, data))) return;
    let start = 0;
    for (const [kept, { length }] of values) {
      kept.location = { pack: name, start, length };
      start += length;
    }
  };
  // A pack that can't be compressed is not shared.
  writes.push(write().catch(() => {}));
}

/** Reads packs through a cache in memory (`MAX_HELD`). */
function createPacks(remote: Remote): (name: string) => Promise<Buffer | undefined> {
  const held = new Map<string, { readonly data: Promise<Buffer | undefined>; size: number }>();
  const read = async (name: string) => {
    const data = await remote.get("cas", name);
    return data === undefined ? undefined : unpack(data, { maxOutputLength: MAX_ENTRY }).catch(() => undefined);
  };
  return async (name) => {
    const cached = held.get(name);
    if (cached !== undefined) return cached.data;
    const entry = { data: read(name), size: 0 };
    held.set(name, entry);
    entry.size = (await entry.data)?.length ?? 0;
    let total = 0;
    for (const [other, { size }] of [...held].reverse()) {
      total += size;
      if (total > MAX_HELD && other !== name) held.delete(other);
    }
    return entry.data;
  };
}
