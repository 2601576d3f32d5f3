import { parentPort } from "node:worker_threads";
import { createHelperTasks, type HelperTasks } from "./helper-tasks.ts";

/** A task for the thread; it is answered under its id. */
export type HelperCall = {
  readonly [Name in keyof HelperTasks]: {
    readonly id: number;
    readonly name: Name;
    readonly input: Parameters<HelperTasks[Name]>;
  };
}[keyof HelperTasks];

/** What a task gives, or how it failed: an error of the system loses all but its message between threads. */
export type HelperAnswer = { readonly id: number } & (
  | { readonly result: ReturnType<HelperTasks[keyof HelperTasks]> }
  | { readonly failure: Readonly<Record<"message" | "code" | "path" | "syscall", string>> }
);

const tasks = createHelperTasks();

parentPort?.on("message", (call: HelperCall) => {
  const { id } = call;
  try {
    const result = run(call);
    const moved = result instanceof Uint8Array ? [result.buffer as ArrayBuffer] : [];
    parentPort?.postMessage({ id, result } satisfies HelperAnswer, moved);
  } catch (error) {
    const { message, code = "", path = "", syscall = "" } = error as NodeJS.ErrnoException;
    parentPort?.postMessage({ id, failure: { message, code, path, syscall } } satisfies HelperAnswer);
  }
});

function run(call: HelperCall): ReturnType<HelperTasks[keyof HelperTasks]> {
  switch (call.name) {
    case "write":
      return tasks.write(...call.input);
    case "segment":
      return tasks.segment(...call.input);
    case "merge":
      return tasks.merge(...call.input);
  }
}
