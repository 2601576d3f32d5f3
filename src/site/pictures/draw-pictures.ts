import { hash } from "node:crypto";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { blogOf } from "../../content/blog.ts";
import { PAGE_KINDS, type SourcePage } from "../../content/content-types.ts";
import { CARD, renderCard } from "../../render/social-card.ts";
import { SPARE_CORES } from "../../shared/parallel.ts";
import { TOOL_ROOT } from "../../shared/tool-root.ts";
import type { Plan } from "../model/plan.ts";

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

  const send = (task: PendingTask) => {
    const waiting = [...threads].reduce((sum, { pending }) => sum + pending.length, 0);
    if (threads.size < MAX_THREADS && waiting >= threads.size * WORTH_A_THREAD) start();
    const [thread] = [...threads].sort((a, b) => a.pending.length - b.pending.length);
    clearTimeout(thread?.resting);
    thread?.pending.push(task);
    thread?.worker.postMessage(task.task);
  };
  const start = () => {
    const thread: Thread = { worker: new Worker(WORKER), pending: [], resting: undefined };
    threads.add(thread);
    thread.worker.on("message", (drawn: Drawn) => {
      thread.pending.shift()?.resolve(drawn);
      if (thread.pending.length === 0) thread.resting = setTimeout(() => end(thread), REST_MS).unref();
    });
    thread.worker.on("error", (error: Error) => {
      threads.delete(thread);
      thread.pending.shift()?.reject(error);
      for (const task of thread.pending) send(task);
    });
  };
  const end = (thread: Thread) => {
    clearTimeout(thread.resting);
    threads.delete(thread);
    return thread.worker.terminate();
  };
  return {
    draw: (task) => new Promise((resolve, reject) => send({ task, resolve, reject })),
    close: () => Promise.all([...threads].map(end)),
  };
}

/** The card of a page; undefined if cards are off, or the page has a picture of its own. Lists share that of the site. */
export function cardPicture(page: SourcePage, plan: Plan): Picture | undefined {
  const { socialCards, title: site, tagline } = plan.config;
  if (socialCards === undefined || page.frontMatter.image !== undefined) return undefined;
  const { hasCard } = PAGE_KINDS[page.kind];
  const blog = blogOf(page, plan.config);
  const parents = blog === undefined ? plan.parentsOf(page) : [blog.title];
  const title = hasCard && page.format !== "tsx" ? page.title : tagline;
  const card = renderCard({ site, path: hasCard ? parents : [], title: title || site }, socialCards);
  return card && { file: `assets/social/${hash("sha256", card.svg).slice(0, 10)}.png`, ...card, width: CARD.width };
}
