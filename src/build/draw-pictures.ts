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

/** A PNG, or why there is none. */
export type Drawn = Uint8Array | string;

const WORKER = join(TOOL_ROOT, "dist/build/picture-worker.js");
/** Starting a worker costs as much as drawing a few. */
const WORTH_A_WORKER = 12;
const MAX_WORKERS = 4;
const KIND = "picture";

/** Pictures under way. */
export interface Drawing {
  /** All of them; each is there when its file is made. */
  readonly files: readonly SiteFile[];
  /** Those that can't be drawn, by file, with the reason. */
  readonly failures: Promise<ReadonlyMap<string, string>>;
}

/** Begins to draw, beside the main thread, the pictures that are neither in the output nor in the store. */
export function drawPictures(
  pictures: readonly Picture[],
  staging: Pick<Staging, "keep">,
  store: Store,
  stage: Stage,
): Drawing {
  const keyed = pictures.map((picture) => ({ ...picture, key: keyOf(picture.width, picture.svg) }));
  const found = new Map<string, Promise<Uint8Array>>();
  const missing = keyed.filter(({ file, key }) => {
    if (staging.keep(file, key)) return false;
    const kept = store.get(KIND, key);
    if (typeof kept === "string") found.set(file, Promise.resolve(Buffer.from(kept, "base64")));
    return typeof kept !== "string";
  });
  const drawing = missing.length === 0 ? Promise.resolve([]) : stage("pictures", () => drawAll(missing));
  for (const [index, { file, key }] of missing.entries()) {
    const data = drawing.then((drawn) => {
      const png = drawn[index];
      if (png === undefined || typeof png === "string") throw new Error(`${file} can't be drawn: ${png}`);
      store.put(KIND, key, Buffer.from(png).toString("base64"));
      return png;
    });
    // Should something else end the build before it is asked for, its failure is nobody's.
    data.catch(() => undefined);
    found.set(file, data);
  }
  const failures = drawing.then((drawn) => {
    return new Map(
      missing.flatMap(({ file }, index) => {
        const reason = drawn[index];
        return typeof reason === "string" ? [[file, reason] as const] : [];
      }),
    );
  });
  failures.catch(() => undefined);
  const files = keyed.map(({ file, key }) => {
    return { file, key, make: async () => (await found.get(file)) ?? new Uint8Array() };
  });
  return { files, failures };
}

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
