import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { TOOL_ROOT } from "./tool.ts";

/** A PNG of the output, and the SVG that it is drawn from. */
export interface Picture {
  readonly file: string;
  readonly svg: string;
  /** Pixels. */
  readonly width: number;
}

/** What a worker draws. */
export type DrawTask = Pick<Picture, "svg" | "width">;

/** A PNG, or why there is none. */
export type Drawn = Uint8Array | string;

export type Draw = (task: DrawTask) => Promise<Drawn>;

/** Draws beside the main thread: what is asked for at once is shared out together. */
export function createDraw(): Draw {
  let waiting: {
    readonly task: DrawTask;
    readonly resolve: (drawn: Drawn) => void;
    readonly reject: (error: unknown) => void;
  }[] = [];
  const drawWaiting = async () => {
    const all = waiting;
    waiting = [];
    try {
      const drawn = await drawAll(all.map(({ task }) => task));
      for (const [index, { resolve }] of all.entries()) resolve(drawn[index] ?? "no picture came");
    } catch (error) {
      for (const { reject } of all) reject(error);
    }
  };
  return (task) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setTimeout(() => void drawWaiting());
      waiting.push({ task, resolve, reject });
    });
}

const WORKER = join(TOOL_ROOT, "dist/site/outputs/picture-worker.js");
/** Starting a worker costs as much as drawing a few. */
const WORTH_A_WORKER = 12;
const MAX_WORKERS = 4;
async function drawAll(tasks: readonly DrawTask[]): Promise<(Drawn | undefined)[]> {
  const most = Math.min(MAX_WORKERS, Math.max(1, availableParallelism() - 1));
  const count = Math.min(most, Math.ceil(tasks.length / WORTH_A_WORKER));
  const shares = Array.from({ length: count }, (_, worker) => tasks.filter((__, index) => index % count === worker));
  const drawn = await Promise.all(shares.map(drawShare));
  return tasks.map((_, index) => drawn[index % count]?.[Math.floor(index / count)]);
}

function drawShare(tasks: readonly DrawTask[]): Promise<readonly Drawn[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(WORKER, { workerData: tasks.map(({ svg, width }) => ({ svg, width })) });
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`the thread that draws pictures ended with ${code}`)));
  });
}
