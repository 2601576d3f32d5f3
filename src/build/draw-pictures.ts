import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Staging } from "../output/staging.ts";
import { keyOf } from "./cache/record.ts";
import type { Store } from "./cache/store.ts";
import type { SiteFile } from "./site-file.ts";
import type { Stage } from "./stages.ts";
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

const WORKER = join(TOOL_ROOT, "dist/build/picture-worker.js");
/** Starting a worker costs as much as drawing a few. */
const WORTH_A_WORKER = 12;
const MAX_WORKERS = 4;
const KIND = "picture";

/**
 * Begins to draw, beside the main thread, the pictures that are neither in the output nor in the
 * store.
 *
 * @returns the pictures; each is there when its file is made
 */
export function drawPictures(
  pictures: readonly Picture[],
  staging: Pick<Staging, "keep">,
  store: Store,
  stage: Stage,
): SiteFile[] {
  const keyed = pictures.map((picture) => ({ ...picture, key: keyOf(picture.width, picture.svg) }));
  const found = new Map<string, Promise<Uint8Array>>();
  const missing = keyed.filter(({ file, key }) => {
    if (staging.keep(file, key)) return false;
    const kept = store.get(KIND, key);
    if (typeof kept === "string") found.set(file, Promise.resolve(Buffer.from(kept, "base64")));
    return typeof kept !== "string";
  });
  if (missing.length > 0) {
    const drawn = stage("pictures", () => drawAll(missing));
    for (const [index, { file, key }] of missing.entries()) {
      const data = drawn.then((all) => {
        const png = all[index];
        if (png === undefined) throw new Error(`nothing was drawn for ${file}`);
        store.put(KIND, key, Buffer.from(png).toString("base64"));
        return png;
      });
      // Should something else end the build before it is asked for, its failure is nobody's.
      data.catch(() => undefined);
      found.set(file, data);
    }
  }
  return keyed.map(({ file, key }) => ({ file, key, make: async () => (await found.get(file)) ?? new Uint8Array() }));
}

async function drawAll(tasks: readonly DrawTask[]): Promise<(Uint8Array | undefined)[]> {
  const most = Math.min(MAX_WORKERS, Math.max(1, availableParallelism() - 1));
  const count = Math.min(most, Math.ceil(tasks.length / WORTH_A_WORKER));
  const shares = Array.from({ length: count }, (_, worker) => tasks.filter((__, index) => index % count === worker));
  const drawn = await Promise.all(shares.map(drawShare));
  return tasks.map((_, index) => drawn[index % count]?.[Math.floor(index / count)]);
}

function drawShare(tasks: readonly DrawTask[]): Promise<readonly Uint8Array[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(WORKER, { workerData: tasks.map(({ svg, width }) => ({ svg, width })) });
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`the thread that draws pictures ended with ${code}`)));
  });
}
