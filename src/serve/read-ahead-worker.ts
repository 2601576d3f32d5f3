import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { readSources } from "../content/source.ts";

/** Files of pages to be read in batches, by whoever is free. */
export interface ReadAheadTask {
  readonly root: string;
  /** Paths relative to it, with NUL between them: one text travels faster than many. */
  readonly paths: string;
  /** Lengths of the files. */
  readonly bytes: Float64Array;
  /** Shared: the first file that nobody has taken. */
  readonly next: Int32Array;
  /** How many are taken at once. */
  readonly batch: number;
}

// Answers with one map per batch.
const { root, paths, bytes, next, batch } = workerData as ReadAheadTask;
const files = paths.split("\0");
for (;;) {
  const from = Atomics.add(next, 0, batch);
  if (from >= files.length) break;
  const taken = files.slice(from, from + batch).map((path, index) => {
    return { path, absolute: join(root, path), bytes: bytes[from + index] ?? 0 };
  });
  parentPort?.postMessage(readSources(taken));
}
