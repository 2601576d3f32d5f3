import { closeSync, fstatSync, openSync, readdirSync, readSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { WriteFile } from "../../output/types.ts";

/** Bytes of a pack: making a file costs as much as writing so many, and these are held in memory. */
const PACK_LENGTH = 1 << 21;
/** Packs under way to the disk, so that they never fill the memory. */
const MAX_WAITING = 4;
/** How long its head is, in digits, ends a pack. */
const HEAD_DIGITS = 10;
/** A pack's name tells how many entries it has. */
const NAME = /^pack-.+\.(\d+)$/;

/** Where entries are in a pack. */
type Head = Readonly<Record<string, readonly [start: number, length: number]>>;

/** Entries of a store that are kept many in a file: to make a file for each takes longer than to make what is in it. */
export interface Packs {
  readonly get: (name: string) => Buffer | undefined;
  /** Adds an entry; it is written with others. @param write writes files; whoever gives it waits until all are written */
  readonly add: (name: string, entry: Buffer, write: WriteFile) => void;
  /** Writes what is still held. */
  readonly flush: (write: WriteFile) => void;
}

/** @param folder of the store; nobody is told of packs there that can't be read */
export function createPacks(folder: string): Packs {
  /** What is not yet on the disk. */
  const held = new Map<string, Buffer>();
  let waiting: [name: string, entry: Buffer][] = [];
  let length = 0;
  let packs = 0;
  let underWay = 0;
  /** Packs that were there before, the newest first; read when an entry is first looked for. */
  let heads: { readonly path: string; readonly head: Head }[] | undefined;

  const flush = (write: WriteFile) => {
    if (waiting.length === 0) return;
    const entries = waiting;
    waiting = [];
    length = 0;
    // Names in the order of their times, as far as clocks go on.
    const name = `pack-${Date.now().toString(36)}-${process.pid}-${packs++}.${entries.length}`;
    const path = join(folder, name);
    const forget = () => {
      underWay--;
      for (const [own, entry] of entries) if (held.get(own) === entry) held.delete(own);
    };
    underWay++;
    heads?.unshift({ path, head: headOf(entries) });
    if (underWay <= MAX_WAITING) write(path, packed(entries)).then(forget, forget);
    else {
      try {
        writeFileSync(path, packed(entries));
      } finally {
        forget();
      }
    }
  };
  return {
    get: (name) => {
      const entry = held.get(name);
      if (entry !== undefined) return entry;
      heads ??= packNames(folder).map((own) => ({ path: join(folder, own), head: readHead(join(folder, own)) }));
      const found = heads.find(({ head }) => Object.hasOwn(head, name));
      const place = found?.head[name];
      return found === undefined || place === undefined ? undefined : readPart(found.path, ...place);
    },
    add: (name, entry, write) => {
      held.set(name, entry);
      waiting.push([name, entry]);
      length += entry.length;
      if (length >= PACK_LENGTH) flush(write);
    },
    flush,
  };
}

/** How many entries a file of a store holds. */
export function entriesIn(name: string): number {
  return Number(NAME.exec(name)?.[1] ?? 1);
}

function packNames(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => NAME.test(name));
  return names.sort().reverse();
}

function headOf(entries: readonly (readonly [name: string, entry: Buffer])[]): Head {
  const head: Record<string, [start: number, length: number]> = Object.create(null);
  let start = 0;
  for (const [name, { length }] of entries) {
    head[name] = [start, length];
    start += length;
  }
  return head;
}

function packed(entries: readonly (readonly [name: string, entry: Buffer])[]): Buffer {
  const head = Buffer.from(JSON.stringify(headOf(entries)));
  const digits = Buffer.from(String(head.length).padStart(HEAD_DIGITS, "0"));
  return Buffer.concat([...entries.map(([, entry]) => entry), head, digits]);
}

/** @returns a head without entries for a file that is no pack any more */
function readHead(path: string): Head {
  try {
    const file = openSync(path, "r");
    try {
      const end = fstatSync(file).size - HEAD_DIGITS;
      const length = Number(readBytes(file, end, HEAD_DIGITS).toString("latin1"));
      const head: unknown = JSON.parse(readBytes(file, end - length, length).toString("utf8"));
      return typeof head === "object" && head !== null ? (head as Head) : {};
    } finally {
      closeSync(file);
    }
  } catch {
    return {};
  }
}

function readPart(path: string, start: number, length: number): Buffer {
  const file = openSync(path, "r");
  try {
    return readBytes(file, start, length);
  } finally {
    closeSync(file);
  }
}

/** @throws RangeError for a part that isn't in the file */
function readBytes(file: number, start: number, length: number): Buffer {
  const bytes = Buffer.alloc(start + length <= fstatSync(file).size ? length : -1);
  readSync(file, bytes, 0, length, start);
  return bytes;
}
