import { closeSync, mkdirSync, openSync, read, readFileSync, writeFileSync } from "node:fs";
import { copyFile, link, open, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Failure } from "../shared/failure.ts";
import { inParallel } from "../shared/in-parallel.ts";
import { isPending } from "./journal.ts";
import { formatManifest, isInside, MANIFEST_FILE, readManifest } from "./manifest.ts";
import { isMountedApart } from "./move-file.ts";
import { inTheWay, linksAbove, replaceFiles, replaceFromNear } from "./replace-files.ts";
import { keepForeignFiles, swapFolders } from "./swap-folders.ts";
import type { OutputCheck, OutputFile, OutputState, OutputStates, PutPart, WriteFile, WrittenFile } from "./types.ts";
import { stateOf } from "./write-file.ts";

/** Files copied at once: enough to keep the disk busy, few enough for any limit on open files. */
const PARALLEL = 64;
/** Bytes of a file that comes in parts. */
const WRITTEN_AT_ONCE = 1 << 18;
/** Bytes that are worth a thread to write them. */
const LARGE_PART = 1 << 20;
/** Names that nothing else has: the folder for what is under way may be a link to one with other things in it. */
export const STAGING_PREFIX = "docgen-staging-";
export const PREVIOUS_PREFIX = "docgen-previous-";
/** With more files to change, the whole folder is replaced at once. */
const MAX_REPLACED = 64;

/** A site on its way to the output folder. Nothing is seen of it there before `commit`. */
export interface Staging {
  /**
   * Keeps a file as it is in the output folder, or as it was added.
   *
   * @param key stands for all that the file would be made of
   * @returns false where the file isn't there as it was written, and has to be added
   */
  readonly keep: (file: string, key: string) => boolean;
  /** A file of the output folder as the last build wrote it; undefined where it isn't there any more. */
  readonly readLast: (file: string) => Promise<Buffer | undefined>;
  readonly add: (entry: OutputFile | WrittenFile, key: string) => Promise<void>;
  /** What is kept and added so far, by file: what each was made of. */
  readonly keys: () => ReadonlyMap<string, string>;
  /** Reads a file that is kept or added. */
  readonly read: (file: string) => Buffer;
  /** Puts the site in the place of the old one. */
  readonly commit: () => Promise<{ readonly bytes: number; readonly states: OutputStates }>;
  /** Removes what is left of it; without `commit` the output folder is as it was. */
  readonly discard: () => Promise<void>;
}

/**
 * Begins to write a site beside its old one, so that readers and killed builds never see half of it.
 * Files in the output folder that docgen did not write are kept.
 *
 * @param work folder for what is under way, on the same disk as `out`
 * @param before what the last build wrote into `out`
 * @param isAsWritten whether a file of it is still there as it was written
 * @param baseUrl path that the site is built to be served at
 * @param write writes its small files
 */
export async function openStaging(
  out: string,
  work: string,
  before: OutputStates,
  isAsWritten: OutputCheck,
  baseUrl: string,
  write: WriteFile,
): Promise<Staging> {
  const staging = join(work, `${STAGING_PREFIX}${process.pid}`);
  const states = new Map<string, OutputState>();
  const added = new Set<string>();
  const folders = new Set<string>();
  let cleaned = Promise.resolve();
  const manifest = readManifest(out);
  await rm(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });

  const makeFolder = (file: string) => {
    const folder = dirname(join(staging, file));
    if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
    folders.add(folder);
  };
  const linkKept = async (file: string) => {
    makeFolder(file);
    const [source, target] = [join(out, file), join(staging, file)];
    try {
      await link(source, target);
    } catch {
      // Not every file system has hard links.
      await copyFile(source, target);
    }
  };
  /** Moving a file, or giving it a second name, counts as a change of it. */
  const refresh = (files: readonly string[]) => {
    for (const file of files) states.set(file, { key: states.get(file)?.key ?? "", ...stateOf(join(out, file)) });
  };
  return {
    keep: (file, key) => {
      if (added.has(file) && states.get(file)?.key === key) return true;
      const state = Object.hasOwn(before, file) ? before[file] : undefined;
      if (manifest === undefined || state?.key !== key || !isAsWritten(file, state)) return false;
      states.set(file, state);
      return true;
    },
    readLast: async (file) => {
      const state = Object.hasOwn(before, file) ? before[file] : undefined;
      const path = join(out, file);
      return state !== undefined && isAsWritten(file, state)
        ? readAtOnce(path, state.bytes).catch(() => undefined)
        : undefined;
    },
    add: async (entry, key) => {
      const { file } = entry;
      if (!isInside(file)) throw new Failure(1, `${file}: would be written outside of the output folder`);
      const target = join(staging, file);
      added.add(file);
      if ("data" in entry) {
        states.set(file, { key, ...(await write(target, entry.data)) });
        return;
      }
      makeFolder(file);
      if ("copyOf" in entry) await copyFile(entry.copyOf, target);
      else await writeParts(target, entry.write);
      states.set(file, { key, ...stateOf(target) });
    },
    keys: () => new Map([...states].map(([file, { key }]) => [file, key])),
    read: (file) => readFileSync(join(added.has(file) ? staging : out, file)),
    commit: async () => {
      const files = [...states.keys()];
      const removed = (manifest?.files ?? []).filter((file) => !states.has(file));
      const previous = join(work, `${PREVIOUS_PREFIX}${process.pid}`);
      await writeFile(join(staging, MANIFEST_FILE), formatManifest(files, baseUrl), { flush: true });
      const isNew = (file: string) => !Object.hasOwn(before, file);
      const moved = [...[...added].filter(isNew), ...[...added].filter((file) => !isNew(file)), MANIFEST_FILE];
      const isFew = moved.length + removed.length <= MAX_REPLACED && manifest !== undefined;
      const isPlain = inTheWay(moved, removed).length === 0 && linksAbove(out, [...moved, ...removed]).length === 0;
      if (manifest !== undefined && isMountedApart(join(out, MANIFEST_FILE), previous)) {
        await replaceFromNear({ work, out, staging, moved, removed });
        refresh([...added]);
      } else if (isFew && isPlain) {
        ({ cleaned } = await replaceFiles({ work, out, staging, previous, moved, removed }));
        // Whoever discards what is left is told what failed.
        cleaned.catch(() => undefined);
        refresh([...added]);
      } else {
        const kept = files.filter((file) => !added.has(file));
        await inParallel(
          kept.map((file) => () => linkKept(file)),
          PARALLEL,
        );
        await keepForeignFiles(out, staging);
        if (!(await swapFolders(staging, out, work, previous))) {
          await replaceFromNear({ work, out, staging, moved, removed });
        }
        refresh(files);
      }
      const bytes = [...states.values()].reduce((sum, state) => sum + state.bytes, 0);
      return { bytes, states: Object.fromEntries(states) };
    },
    discard: async () => {
      await cleaned;
      // A change that could be neither completed nor taken back is left to the next build.
      if (!isPending({ work, out })) await rm(staging, { recursive: true, force: true });
    },
  };
}

/**
 * Reads a file in a thread, however large in one go: chunks would wait for this one between them.
 *
 * @returns undefined where it has become shorter
 */
async function readAtOnce(path: string, length: number): Promise<Buffer | undefined> {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.allocUnsafe(length);
    let done = 0;
    for (let more = 1; done < length && more > 0; done += more) {
      const place = done;
      more = await new Promise((resolve, reject) => {
        read(file, bytes, place, length - place, place, (error, count) => (error ? reject(error) : resolve(count)));
      });
    }
    return done === length ? bytes : undefined;
  } finally {
    closeSync(file);
  }
}

/**
 * Small parts are written many at once, and at once: whoever makes a file of many parts does so to hold
 * few of them. Large ones, and what follows them, are in memory anyway: other work goes on meanwhile.
 */
async function writeParts(target: string, write: (put: PutPart) => Promise<void>): Promise<void> {
  const handle = await open(target, "w");
  // ext4 finds a place for the bytes when the file takes the place of another, and all waits for it; for one that was
  // cut short, when it is closed, in a thread.
  await handle.truncate();
  let waiting: Uint8Array[] = [];
  let length = 0;
  let underWay: Promise<void> | undefined;
  const flush = (bytes: Uint8Array) => {
    if (bytes.length === 0) return;
    if (underWay === undefined && bytes.length < LARGE_PART) writeFileSync(handle.fd, bytes);
    else {
      underWay = (underWay ?? Promise.resolve()).then(() => handle.writeFile(bytes));
      // It is awaited in the end, and may fail long before.
      underWay.catch(() => undefined);
    }
  };
  const flushWaiting = () => {
    flush(Buffer.concat(waiting));
    waiting = [];
    length = 0;
  };
  try {
    await write((part) => {
      const bytes = typeof part === "string" ? Buffer.from(part) : part;
      if (bytes.length >= WRITTEN_AT_ONCE) {
        flushWaiting();
        flush(bytes);
        return;
      }
      waiting.push(bytes);
      length += bytes.length;
      if (length >= WRITTEN_AT_ONCE) flushWaiting();
    });
    flushWaiting();
    await underWay;
  } catch (error) {
    // Of a file that is open the system doesn't say the name.
    if (error instanceof Error && "code" in error) Object.assign(error, { path: target, ...error });
    throw error;
  } finally {
    await underWay?.catch(() => undefined);
    await handle.close();
  }
}
