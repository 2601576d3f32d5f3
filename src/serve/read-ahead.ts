import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { type Look, lastLook, lookAt } from "../build/cache/snapshot.ts";
import { openStore, type Store } from "../build/cache/store.ts";
import { TOOL_ROOT } from "../build/tool.ts";
import { toolKey } from "../build/tool-key.ts";
import { readSources, type Source } from "../content/source.ts";
import { CONTENT_FOLDER, type FoundFile, type Walked, walk } from "../content/walk.ts";
import { WORK_FOLDER } from "../shared/constants.ts";
import type { ReadAheadTask } from "./read-ahead-worker.ts";

const WORKER = join(TOOL_ROOT, "dist/serve/read-ahead-worker.js");
/** With fewer files they are read before a thread is ready. */
const WORTH_A_THREAD = 1000;
/** Files taken at once: little enough that both threads end together. */
const BATCH = 32;
const PAGE = /\.mdx?$/;

/** A site's files, as they are when somebody begins to write. */
export interface Ahead {
  /** What changes after this instant may have been missed, in milliseconds. */
  readonly startedMs: number;
  /** What is kept of earlier times. */
  readonly store: Store;
  /** What is below the folder of the content. */
  readonly walking: Promise<Walked>;
  readonly looking: Promise<Look>;
  /** Reads no further: nobody will ask. */
  readonly stop: () => void;
}

/** Begins to read a site while all that is to be done with it is not even loaded. @param root its absolute path */
export function lookAhead(root: string): Ahead {
  const startedMs = Date.now();
  const store = openStore(join(root, WORK_FOLDER, "cache"), toolKey());
  const walking = (async () => walk(root, CONTENT_FOLDER))();
  const ending = new AbortController();
  const looking = walking.then((content) => readAhead(root, store, content, ending.signal));
  // Told where it is waited for.
  looking.catch(() => undefined);
  return { startedMs, store, walking, looking, stop: () => ending.abort() };
}

/**
 * Looks at a site's files, and reads the pages among them of which nothing is known: in two threads where they
 * are many.
 *
 * @param store of what was seen the last time
 * @param content what is below the folder of the content now
 * @param signal ends it before its time
 * @throws where a folder can't be read
 */
export async function readAhead(
  root: string,
  store: Store,
  content: Walked = walk(root, CONTENT_FOLDER),
  signal?: AbortSignal,
): Promise<Look> {
  const last = lastLook(store);
  const isNew = ({ path, stamp }: FoundFile) => PAGE.test(path) && last?.stamps[path] !== stamp;
  const sources = await readShared(root, content.files.filter(isNew), signal);
  return lookAt(root, last, { content, sources });
}

/** Reads files in turns, so that what else is begun goes on, and with a second thread where that is worth it. */
async function readShared(
  root: string,
  files: readonly FoundFile[],
  signal: AbortSignal | undefined,
): Promise<Map<string, Source>> {
  /** The first file that nobody has taken, for both threads. */
  const next = new Int32Array(new SharedArrayBuffer(4));
  const sources = new Map<string, Source>();
  let left = Math.ceil(files.length / BATCH);
  const add = (read: ReadonlyMap<string, Source>) => {
    for (const [path, source] of read) sources.set(path, source);
    left -= 1;
  };
  const helper = files.length < WORTH_A_THREAD ? undefined : startThread(root, files, next);
  const helped = new Promise<void>((resolve) => {
    helper?.on("message", (read: ReadonlyMap<string, Source>) => {
      add(read);
      if (left === 0) resolve();
    });
    // What it has taken is read when the site is laid out.
    helper?.once("error", () => resolve());
  });
  for (;;) {
    await turn();
    const from = Atomics.add(next, 0, BATCH);
    if (from >= files.length || signal?.aborted === true) break;
    add(readSources(files.slice(from, from + BATCH)));
  }
  if (left > 0 && signal?.aborted !== true) await helped;
  void helper?.terminate();
  return sources;
}

function startThread(root: string, files: readonly FoundFile[], next: Int32Array): Worker {
  const task: ReadAheadTask = {
    root,
    paths: files.map(({ path }) => path).join("\0"),
    bytes: Float64Array.from(files, ({ bytes }) => bytes),
    next,
    batch: BATCH,
  };
  return new Worker(WORKER, { workerData: task });
}
