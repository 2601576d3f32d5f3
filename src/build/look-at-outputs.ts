import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { OutputCheck, OutputStates } from "../output/types.ts";
import { isAsWritten } from "../output/write-file.ts";
import type { OutputsTask } from "./outputs-worker.ts";
import { TOOL_ROOT } from "./tool.ts";

const WORKER = join(TOOL_ROOT, "dist/build/outputs-worker.js");
/** With fewer files it takes longer to start a thread than to look at them. */
const WORTH_A_THREAD = 2000;

/**
 * Looks whether files are still as they were written: few when they are asked for, thousands in a thread
 * while the site is read.
 *
 * @param out absolute path of the output folder
 * @param states of the files that will be asked for
 */
export async function lookAtOutputs(out: string, states: OutputStates): Promise<OutputCheck> {
  const look: OutputCheck = (file, state) => isAsWritten(join(out, file), state);
  const files = Object.keys(states);
  if (files.length < WORTH_A_THREAD) return look;
  const numbers = new Float64Array(4 * files.length);
  Object.values(states).forEach(({ bytes, modifiedMs, changedMs, inode }, index) => {
    numbers.set([bytes, modifiedMs, changedMs, inode], 4 * index);
  });
  const task: OutputsTask = { out, files: files.join("\0"), numbers };
  const worker = new Worker(WORKER, { workerData: task, transferList: [numbers.buffer] });
  return new Promise((resolve) => {
    worker.once("message", (changed: ReadonlySet<string>) => resolve((file) => !changed.has(file)));
    // Looked at when they are asked for, they are found all the same.
    worker.once("error", () => resolve(look));
  });
}
