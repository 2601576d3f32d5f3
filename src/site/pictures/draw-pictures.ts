import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { SPARE_CORES } from "../../shared/spare-cores.ts";
import { TOOL_ROOT } from "../../shared/tool-root.ts";

/** A PNG to draw, and the SVG to draw it from. */
export interface Picture {
  readonly file: string;
  readonly svg: string;
  /** Width in pixels. */
  readonly width: number;
}

/** Input of a worker. */
export type DrawTask = Pick<Picture, "svg" | "width">;

/** A PNG, or the reason why drawing failed. */
export type Drawn = Uint8Array | string;

export type Draw = (task: DrawTask) => Promise<Drawn>;

const WORKER = join(TOOL_ROOT, "dist/site/pictures/picture-worker.js");
/** Number of pictures that justify one more thread: starting one takes as long as drawing about 20. */
const WORTH_A_THREAD = 20;
const MAX_THREADS = 4;
/** Idle time in milliseconds after which a thread ends, to free its memory. */
const REST_MS = 2000;

interface Waiting {
  readonly task: DrawTask;
  readonly resolve: (drawn: Drawn) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  at: Waiting | undefined;
  resting: NodeJS.Timeout | undefined;
}

/** Creates a pool of drawing threads. */
export function createDraw(): { readonly draw: Draw; readonly close: () => Promise<unknown> } {
  const most = Math.min(MAX_THREADS, SPARE_CORES);
  const threads = new Set<Thread>();
  const queue: Waiting[] = [];

  const deal = () => {
    for (const thread of threads) if (thread.at === undefined) hand(thread);
    while (threads.size < most && queue.length > threads.size * WORTH_A_THREAD) hand(start());
  };
  const hand = (thread: Thread) => {
    clearTimeout(thread.resting);
    thread.at = queue.shift();
    if (thread.at !== undefined) thread.worker.postMessage(thread.at.task);
    else thread.resting = setTimeout(() => end(thread), REST_MS).unref();
  };
  const start = (): Thread => {
    const thread: Thread = { worker: new Worker(WORKER), at: undefined, resting: undefined };
    threads.add(thread);
    thread.worker.on("message", (drawn: Drawn) => {
      thread.at?.resolve(drawn);
      hand(thread);
    });
    thread.worker.on("error", (error: Error) => {
      threads.delete(thread);
      thread.at?.reject(error);
      deal();
    });
    return thread;
  };
  const end = (thread: Thread) => {
    clearTimeout(thread.resting);
    threads.delete(thread);
    return thread.worker.terminate();
  };
  return {
    draw: ({ svg, width }) =>
      new Promise((resolve, reject) => {
        queue.push({ task: { svg, width }, resolve, reject });
        // Requests from one turn of the event loop are distributed together.
        if (queue.length === 1) setImmediate(deal);
      }),
    close: () => Promise.all([...threads].map(end)),
  };
}
