import { hash } from "node:crypto";
import { MAX_ENTRY, type Remote } from "./remote.ts";
import { type Kept, pack, readIndex, type SharedResult, unpack, writeIndex } from "./shared-index.ts";
import type { TaskDef } from "./task.ts";

type Named = Pick<TaskDef<unknown>, "name" | "keep">;

/** Results in a store for several machines. No method throws. */
export interface SharedResults {
  /** The results of a task and key that the store has, the newest first. Each is one only where its trace holds. */
  readonly find: (def: Named, key: string) => Promise<readonly SharedResult[]>;
  /** The bytes of a value; the caller compares their digest. */
  readonly value: (
    def: Named,
    key: string,
    digest: string,
  ) => Promise<{ readonly bytes: Buffer; isText: boolean } | undefined>;
  /** Takes a result that was made here. @param value undefined for `graph` results */
  readonly add: (def: Named, key: string, result: SharedResult, value: string | Uint8Array | undefined) => void;
  /** Whether `add` would take a result. */
  readonly takes: (def: Named, key: string) => boolean;
  /** Looks a group up, so that nothing has to wait for it later. */
  readonly open: (group: string) => Promise<void>;
  /** Writes what was taken of a group. */
  readonly flush: (group: string) => Promise<void>;
}

export interface SharedResultsOptions {
  readonly remote: Remote;
  /** Stands for this docgen and for the site, on any machine. */
  readonly toolKey: string;
  /**
   * Groups of results, which are looked up together: a request for each result would take too long. Undefined: the
   * result is not shared.
   */
  readonly groupOf: (def: Named, key: string) => string | undefined;
  /** Whether what is made of a group is shared. */
  readonly isOwn: (group: string) => boolean;
}

interface Group {
  /** By task and key, the newest first. */
  readonly known: Map<string, readonly Kept[]>;
  /** Values that are not written yet, by task. */
  readonly open: Map<string, { readonly values: [Kept, Buffer][]; size: number }>;
  readonly writes: Promise<void>[];
  /** Tasks and keys that were asked for. */
  readonly used: Set<string>;
  hasNew: boolean;
}

/** Results that are kept of a task and key: of branches that are built in turn. */
const MAX_TRACES = 4;
/** Bytes of values that are packed to an entry. */
const PACK_SIZE = 1 << 20;
/** Bytes of packs that are held, since their values are asked for one after the other. */
const MAX_HELD = 1 << 26;
/** Results that are kept of a group, for each that is in use: those of deleted pages go. */
const MAX_UNUSED = 4;
/** Form of the entries. */
const FORMAT = 1;

export function shareResults({ remote, toolKey, groupOf, isOwn }: SharedResultsOptions): SharedResults {
  const groups = new Map<string, Promise<Group>>();
  const opened = new Map<string, Group>();
  const entryOf = (group: string) => hash("sha256", JSON.stringify([FORMAT, toolKey, group]));
  const load = async (name: string): Promise<Group> => {
    const entry = await remote.get("ac", entryOf(name));
    const known = (entry && (await readIndex(entry))) ?? new Map<string, readonly Kept[]>();
    const group: Group = { known, open: new Map(), writes: [], used: new Set(), hasNew: false };
    opened.set(name, group);
    return group;
  };
  const groupNamed = (name: string): Promise<Group> => {
    const group = groups.get(name) ?? load(name);
    groups.set(name, group);
    return group;
  };
  const find = async (def: Named, key: string): Promise<readonly Kept[]> => {
    const name = groupOf(def, key);
    if (name === undefined) return [];
    const { known, used } = await groupNamed(name);
    const id = idOf(def, key);
    used.add(id);
    return known.get(id) ?? [];
  };
  const packs = createPacks(remote);
  return {
    open: async (name) => void (await groupNamed(name)),
    find,
    value: async (def, key, digest) => {
      const found = (await find(def, key)).find((one) => one.digest === digest && one.place !== undefined);
      if (found?.place === undefined) return undefined;
      const { pack: name, start, length } = found.place;
      const bytes = (await packs(name))?.subarray(start, start + length);
      return bytes?.length === length ? { bytes, isText: found.isText } : undefined;
    },
    takes: (def, key) => {
      const group = groupOf(def, key);
      return remote.canWrite() && group !== undefined && isOwn(group);
    },
    add: (def, key, result, value) => {
      // Its group was opened when it was looked for.
      const group = opened.get(groupOf(def, key) ?? "");
      if (group === undefined) return;
      const id = idOf(def, key);
      const kept: Kept = { ...result };
      const others = (group.known.get(id) ?? []).filter(({ trace }) => trace.join("\n") !== result.trace.join("\n"));
      group.known.set(id, [kept, ...others].slice(0, MAX_TRACES));
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
      const { known, used } = group;
      const isFull = known.size > MAX_UNUSED * used.size;
      const stays = isFull ? new Map([...known].filter(([id]) => used.has(id))) : known;
      const index = await writeIndex(stays).catch(() => undefined);
      // After the values that it names.
      if (index !== undefined) await remote.put("ac", entryOf(name), index);
    },
  };
}

function idOf({ name }: Named, key: string): string {
  return JSON.stringify([name, key]);
}

/** Writes the values of a task that have come together. */
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
      kept.place = { pack: name, start, length };
      start += length;
    }
  };
  // What can't be packed is not shared.
  writes.push(write().catch(() => {}));
}

/** Reads packs of values, each once as long as it is held. */
function createPacks(remote: Remote): (name: string) => Promise<Buffer | undefined> {
  const held = new Map<string, { readonly data: Promise<Buffer | undefined>; size: number }>();
  const read = async (name: string) => {
    const data = await remote.get("cas", name);
    return data === undefined ? undefined : unpack(data, { maxOutputLength: MAX_ENTRY }).catch(() => undefined);
  };
  return async (name) => {
    const known = held.get(name);
    if (known !== undefined) return known.data;
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
