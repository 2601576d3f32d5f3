import { parentPort } from "node:worker_threads";
import type { FileState, WriteFile } from "../output/types.ts";
import { createWriteFile } from "../output/write-file.ts";

/** A file to be written. */
export interface FileTask {
  readonly id: number;
  readonly task: Parameters<WriteFile>;
}

/** What the thread answers, one message per file. */
export type FileResult =
  | { readonly id: number; readonly state: FileState }
  // What an error of the system says besides its message is lost on the way between threads.
  | { readonly id: number; readonly failure: Readonly<Record<"message" | "code" | "path" | "syscall", string>> };

const write = createWriteFile();

parentPort?.on("message", ({ id, task }: FileTask) => {
  let result: FileResult;
  try {
    result = { id, state: write(...task) };
  } catch (error) {
    const { message, code = "", path = task[0], syscall = "" } = error as NodeJS.ErrnoException;
    result = { id, failure: { message, code, path, syscall } };
  }
  parentPort?.postMessage(result);
});
