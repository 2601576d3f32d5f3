import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { FileState, WriteFile } from "../output/types.ts";
import { createWriteFile } from "../output/write-file.ts";
import type { FileResult, FileTask } from "./file-worker.ts";
import { TOOL_ROOT } from "./tool.ts";

const WORKER = join(TOOL_ROOT, "dist/build/file-worker.js");

/** Writes files, in a thread of its own once that is started. */
export interface FileWriter {
  readonly write: WriteFile;
  /** For hundreds of files: making each keeps a disk busy for as long as rendering what is in it. */
  readonly startThread: () => void;
  /** Ends when everything is written. */
  readonly close: () => Promise<void>;
}

interface Waiting {
  readonly resolve: (state: FileState) => void;
  readonly reject: (error: Error) => void;
}

export function createFileWriter(): FileWriter {
  const writeHere = createWriteFile();
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let nextId = 0;
  let whenIdle = () => {};

  const end = (id: number, tell: (one: Waiting) => void) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (one !== undefined) tell(one);
    if (waiting.size === 0) whenIdle();
  };
  const start = (): Worker => {
    const thread = new Worker(WORKER);
    thread.on("message", (result: FileResult) => {
      end(result.id, ({ resolve, reject }) => {
        if ("state" in result) resolve(result.state);
        else reject(Object.assign(new Error(result.failure.message), result.failure));
      });
    });
    thread.on("error", (error) => {
      worker = undefined;
      for (const id of [...waiting.keys()]) end(id, ({ reject }) => reject(error));
    });
    return thread;
  };
  return {
    write: async (...task) => {
      const thread = worker;
      if (thread === undefined) return writeHere(...task);
      return new Promise((resolve, reject) => {
        const id = nextId++;
        waiting.set(id, { resolve, reject });
        thread.postMessage({ id, task } satisfies FileTask);
      });
    },
    startThread: () => {
      worker ??= start();
    },
    close: async () => {
      await new Promise<void>((resolve) => {
        whenIdle = resolve;
        if (waiting.size === 0) resolve();
      });
      await worker?.terminate();
      worker = undefined;
    },
  };
}
