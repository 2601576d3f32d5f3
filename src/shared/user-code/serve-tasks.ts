import { AsyncLocalStorage } from "node:async_hooks";
import { parentPort } from "node:worker_threads";
import { type CodeFault, ownerIn, thrownText } from "./fault.ts";

/** What a thread of a site's code is asked; `end` lets it finish what it has begun. */
export type ToCode<Task> =
  | { readonly kind: "task"; readonly id: number; readonly owner: string; readonly task: Task }
  | { readonly kind: "end" };

/** What it answers. */
export type FromCode<Value> =
  | { readonly kind: "begun"; readonly id: number }
  | { readonly kind: "done"; readonly id: number; readonly value: Value }
  | { readonly kind: "thrown"; readonly id: number; readonly message: string; readonly stack: string }
  /** An owner that is not known is empty. */
  | { readonly kind: "fault"; readonly fault: CodeFault }
  /** What is still under way has had its time. */
  | { readonly kind: "over" };

/** What is still under way when all is asked has so long to throw, in milliseconds. */
const GRACE_MS = 500;

/**
 * Does, in a thread of its own, what needs a site's code. What that throws in the background is told once for each
 * owner: a timer may throw for ever.
 */
export function serveTasks<Task, Value>(run: (task: Task) => Promise<Value>): void {
  const port = parentPort;
  if (port === null) throw new Error("a site's code runs in a thread of its own");
  const owners = new AsyncLocalStorage<string>();
  const told = new Set<string>();
  let isDone = false;
  const post = (message: FromCode<Value>) => port.postMessage(message);
  const tell = (kind: CodeFault["kind"], thrown: unknown) => {
    const { message, stack } = thrownText(thrown);
    const owner = owners.getStore() ?? ownerIn(stack) ?? "";
    if (told.has(owner)) return;
    told.add(owner);
    post({ kind: "fault", fault: { kind, owner, message, stack } });
  };
  process.on("unhandledRejection", (reason) => tell("background", reason));
  process.on("uncaughtException", (error) => tell("background", error));
  process.on("exit", () => {
    if (isDone) return;
    told.clear();
    tell("exit", new Error());
  });
  port.on("message", async (asked: ToCode<Task>) => {
    if (asked.kind === "end") {
      process.once("beforeExit", () => {
        isDone = true;
      });
      setTimeout(() => post({ kind: "over" }), GRACE_MS).unref();
      return port.unref();
    }
    const { id, owner, task } = asked;
    post({ kind: "begun", id });
    try {
      post({ kind: "done", id, value: await owners.run(owner, () => run(task)) });
    } catch (error) {
      post({ kind: "thrown", id, ...thrownText(error) });
    }
  });
}
