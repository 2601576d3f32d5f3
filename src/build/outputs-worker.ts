import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { isAsWritten } from "../output/write-file.ts";

/** Files to be looked at. */
export interface OutputsTask {
  /** Absolute path of the folder that they are in. */
  readonly out: string;
  /** With NUL between them: one text travels faster than many. */
  readonly files: string;
  /** For each its length in bytes, its two times in milliseconds and its inode, as they were when it was written. */
  readonly numbers: Float64Array;
}

// Answers with those that have changed.
const { out, files, numbers } = workerData as OutputsTask;
const changed = files.split("\0").filter((file, index) => {
  const [bytes = 0, modifiedMs = 0, changedMs = 0, inode = 0] = numbers.subarray(4 * index, 4 * index + 4);
  return !isAsWritten(join(out, file), { bytes, modifiedMs, changedMs, inode });
});
parentPort?.postMessage(new Set(changed));
