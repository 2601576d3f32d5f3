import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { createHelperTasks, type HelperTasks } from "./helper-tasks.ts";
import type { HelperAnswer, HelperCall } from "./helper-worker.ts";
import { TOOL_ROOT } from "./tool.ts";

const WORKER = join(TOOL_ROOT, "dist/build/helper-worker.js");

/** Background worker for writing files and indexing. Its tasks run in this thread until `startThread` is called. */
export interface Helper extends Promised<HelperTasks> {
  /** For hundreds of pages: writing and indexing them takes as long as rendering them. */
  readonly startThread: () => void;
  /** Ends when all tasks are done. */
  readonly close: () => Promise<void>;
}

type Promised<Tasks> = {
  readonly [Name in keyof Tasks]: Tasks[Name] extends (...input: infer Input) => infer Result
    ? (...input: Input) => Promise<Result>
    : never;
};

interface Waiting {
  readonly resolve: (result: ReturnType<HelperTasks[keyof HelperTasks]>) => void;
  readonly reject: (error: Error) => void;
}

export function createHelper(): Helper {
  const here = createHelperTasks();
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  /** What ended the thread before its time. */
  let failure: Error | undefined;
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
    thread.on("message", (answer: HelperAnswer) => {
      end(answer.id, ({ resolve, reject }) => {
        if ("failure" in answer) reject(Object.assign(new Error(answer.failure.message), answer.failure));
        else resolve(answer.result);
      });
    });
    thread.on("error", (error) => {
      worker = undefined;
      failure = error;
      for (const id of [...waiting.keys()]) end(id, ({ reject }) => reject(error));
    });
    return thread;
  };
  const task = <Input extends unknown[], Result>(name: keyof HelperTasks, run: (...input: Input) => Result) => {
    return async (...input: Input): Promise<Result> => {
      if (failure !== undefined) throw failure;
      if (worker === undefined) return run(...input);
      const id = nextId++;
      const answer = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
      worker.postMessage({ id, name, input } as unknown as HelperCall);
      return answer as Promise<Result>;
    };
  };
  return {
    write: task("write", here.write),
    segment: task("segment", here.segment),
    merge: task("merge", here.merge),
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
