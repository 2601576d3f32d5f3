import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { SPARE_CORES } from "../../shared/parallel.ts";
import { TOOL_ROOT } from "../../shared/tool-root.ts";

/** A PNG to draw, and the SVG to draw it from. */
export interface Picture {
  readonly file: string;
  readonly svg: string;
  /** Width in pixels. */
  readonly width: number;
  /** For each row of the PNG, the row of the drawing that it shows; default: all of them, in order. */
  readonly rows?: readonly number[];
}

/** Input of a worker. */
export type DrawTask = Omit<Picture, "file">;

/** A PNG, or the reason why drawing failed. */
export type Drawn = Uint8Array | string;

export type Draw = (task: DrawTask) => Promise<Drawn>;

const WORKER = join(TOOL_ROOT, "dist/site/pictures/picture-worker.js");
/** Number of pictures that justify one more thread: starting one takes as long as drawing about 20. */
const WORTH_A_THREAD = 20;
/** Pictures that wait in each thread, so that none idles while this thread merges the search index. */
const AHEAD = 32;
const MAX_THREADS = Math.min(4, SPARE_CORES);
/** Idle time in milliseconds after which a thread ends, to free its memory. */
const REST_MS = 2000;

interface PendingTask {
  readonly task: DrawTask;
  readonly resolve: (drawn: Drawn) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  /** Tasks sent to the thread, in order. */
  readonly pending: PendingTask[];
  resting: NodeJS.Timeout | undefined;
}

/** Creates a pool of drawing threads. */
export function createDraw(): { readonly draw: Draw; readonly close: () => Promise<unknown> } {
  const threads = new Set<Thread>();
  const queue: PendingTask[] = [];

  const deal = () => {
    const sent = [...threads].reduce((sum, { pending }) => sum + pending.length, 0);
    if (threads.size < MAX_THREADS && sent + queue.length > threads.size * WORTH_A_THREAD) start();
    for (;;) {
      const [thread] = [...threads].sort((a, b) => a.pending.length - b.pending.length);
      if (thread === undefined || thread.pending.length >= AHEAD) return;
      const next = queue.shift();
      if (next === undefined) return;
      clearTimeout(thread.resting);
      thread.pending.push(next);
      thread.worker.postMessage(next.task);
    }
  };
  const start = () => {
    const thread: Thread = { worker: new Worker(WORKER), pending: [], resting: undefined };
    threads.add(thread);
    thread.worker.on("message", (drawn: Drawn) => {
      thread.pending.shift()?.resolve(drawn);
      deal();
      if (thread.pending.length === 0) thread.resting = setTimeout(() => end(thread), REST_MS).unref();
    });
    thread.worker.on("error", (error: Error) => {
      threads.delete(thread);
      thread.pending.shift()?.reject(error);
      queue.unshift(...thread.pending);
      deal();
    });
  };
  const end = (thread: Thread) => {
    clearTimeout(thread.resting);
    threads.delete(thread);
    return thread.worker.terminate();
  };
  return {
    draw: (task) =>
      new Promise((resolve, reject) => {
        queue.push({ task, resolve, reject });
        deal();
      }),
    close: () => Promise.all([...threads].map(end)),
  };
}
