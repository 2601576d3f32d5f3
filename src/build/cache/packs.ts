import { closeSync, fstatSync, openSync, readdirSync, readSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { WriteFile } from "../../output/types.ts";

/** Bytes of a pack: making a file costs as much as writing so many, and these are held in memory. */
const PACK_LENGTH = 1 << 21;
/** Packs under way to the disk, so that they never fill the memory. */
const MAX_WAITING = 4;
/** How long its head is, in digits, ends a pack. */
const HEAD_DIGITS = 10;
/** Bytes at a pack's end that most heads fit in: they are read at once. */
const LIKELY_HEAD = 1 << 13;
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
  let heads: { readonly path: string; readonly head: Buffer }[] | undefined;

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
    const head = headOf(entries);
    const pack = Buffer.concat([...entries.map(([, entry]) => entry), head, digitsOf(head)]);
    heads?.unshift({ path, head });
    if (underWay <= MAX_WAITING) write(path, pack).then(forget, forget);
    else {
      try {
        writeFileSync(path, pack);
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
      // Of thousands of entries few are asked for in a warm build: only a head that names it is parsed.
      const own = JSON.stringify(name);
      const found = heads.find(({ head }) => head.includes(own));
      const place = found === undefined ? undefined : placeIn(found.head, name);
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
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map(({ name }) => name).filter((name) => NAME.test(name));
  return names.sort().reverse();
}

/** JSON of a `Head`. */
function headOf(entries: readonly (readonly [name: string, entry: Buffer])[]): Buffer {
  const head: Record<string, [start: number, length: number]> = Object.create(null);
  let start = 0;
  for (const [name, { length }] of entries) {
    head[name] = [start, length];
    start += length;
  }
  return Buffer.from(JSON.stringify(head));
}

function digitsOf({ length }: Buffer): Buffer {
  return Buffer.from(String(length).padStart(HEAD_DIGITS, "0"));
}

/** @returns no bytes for a file that is no pack any more */
function readHead(path: string): Buffer {
  try {
    const file = openSync(path, "r");
    try {
      const { size } = fstatSync(file);
      const end = readBytes(file, Math.max(0, size - LIKELY_HEAD), Math.min(size, LIKELY_HEAD));
      const length = Number(end.toString("latin1", end.length - HEAD_DIGITS));
      const start = end.length - HEAD_DIGITS - length;
      return start >= 0 ? end.subarray(start, -HEAD_DIGITS) : readBytes(file, size - HEAD_DIGITS - length, length);
    } finally {
      closeSync(file);
    }
  } catch {
    return Buffer.alloc(0);
  }
}

/** @throws for a head that isn't JSON */
function placeIn(head: Buffer, name: string): Head[string] | undefined {
  const places = JSON.parse(head.toString("utf8")) as Head;
  return Object.hasOwn(places, name) ? places[name] : undefined;
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
