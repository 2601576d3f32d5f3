import { AsyncLocalStorage } from "node:async_hooks";
import { parentPort } from "node:worker_threads";
import { type CodeFault, faultOf, type Outcome, ownerIn, thrownText } from "./fault.ts";

/** Messages to a code thread; `end` lets it finish running tasks. */
export type ToCodeThread<Task> =
  | { readonly kind: "task"; readonly id: number; readonly owner: string; readonly task: Task }
  | { readonly kind: "end" };

/** Messages from a code thread. */
export type FromCodeThread<Value> =
  | { readonly kind: "begun"; readonly id: number }
  | { readonly kind: "done"; readonly id: number; readonly outcome: Outcome<Value> }
  /** The owner is empty if it is unknown. */
  | { readonly kind: "fault"; readonly fault: CodeFault }
  /** The grace period has ended. */
  | { readonly kind: "over" };

/** Grace period for background work after the last task, in milliseconds. */
const GRACE_MS = 500;

/** Runs tasks with a site's code, in a code thread. Background errors are reported once per owner: timers repeat. */
export function serveTasks<Task, Value>(run: (task: Task) => Promise<Value>): void {
  const port = parentPort;
  if (port === null) throw new Error("a site's code runs in a thread of its own");
  const owners = new AsyncLocalStorage<string>();
  const reported = new Set<string>();
  let isDone = false;
  const post = (message: FromCodeThread<Value>) => port.postMessage(message);
  const report = (kind: CodeFault["kind"], thrown: unknown) => {
    const { message, stack } = thrownText(thrown);
    const owner = owners.getStore() ?? ownerIn(stack) ?? "";
    if (reported.has(owner)) return;
    reported.add(owner);
    post({ kind: "fault", fault: { kind, owner, message, stack } });
  };
  process.on("unhandledRejection", (reason) => report("background", reason));
  process.on("uncaughtException", (error) => report("background", error));
  process.on("exit", () => {
    if (isDone) return;
    reported.clear();
    report("exit", new Error());
  });
  port.on("message", async (asked: ToCodeThread<Task>) => {
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
      post({ kind: "done", id, outcome: { value: await owners.run(owner, () => run(task)) } });
    } catch (error) {
      post({ kind: "done", id, outcome: { fault: faultOf(owner, error) } });
    }
  });
}
