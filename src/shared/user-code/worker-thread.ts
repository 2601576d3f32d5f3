import { Worker } from "node:worker_threads";
import type { CodeFault } from "./fault.ts";
import type { FromCodeThread, ToCodeThread } from "./serve-tasks.ts";
import { type ThreadTime, timeOf, whenOver } from "./time-limit.ts";

/** Memory limit of a thread. */
const MEMORY_MB = 1024;

/** The result of a task, or the fault that prevented it. */
export type Outcome<Value> = { readonly value: Value } | { readonly fault: CodeFault };

/** A thread that runs a site's code. It keeps the process alive only while it runs a task. */
export interface WorkerThread<Task, Value> {
  /**
   * Runs a task; one at a time.
   *
   * @param owner name of the code
   * @returns `again` if other code in the thread ended it
   */
  readonly ask: (owner: string, task: Task) => Promise<Outcome<Value> | "again">;
  /** False once it has ended or is being terminated. */
  readonly isAlive: () => boolean;
  /** Ends after a grace period for errors thrown in the background. */
  readonly end: () => Promise<void>;
  /** Terminates the thread at once. */
  readonly close: () => Promise<void>;
}

interface PendingTask<Value> {
  readonly id: number;
  readonly owner: string;
  /** Whether the thread has started the task. */
  hasBegun: boolean;
  /** Elapsed time since then; before that, the time that earlier code delays it. */
  time: ThreadTime | undefined;
  readonly settle: (outcome: Outcome<Value> | "again") => void;
}

/**
 * Starts a thread.
 *
 * @param file path of a script that calls `serveTasks`
 * @param limitS time limit of a task, in seconds
 * @param onFault called for errors that belong to no task
 */
export function startThread<Task, Value>(
  file: string,
  limitS: number,
  onFault: (fault: CodeFault) => void,
): WorkerThread<Task, Value> {
  const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
  const gone = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  /** Owners of all code that has run in the thread. */
  const owners = new Set<string>();
  let asked: PendingTask<Value> | undefined;
  let nextId = 0;
  let isAlive = true;

  const names = () => [...owners].join(" or ");
  const close = async () => {
    isAlive = false;
    asked?.settle({ fault: closedFault(asked.owner) });
    await worker.terminate();
  };
  /** Handles a thread that ended unexpectedly. */
  const lose = (kind: CodeFault["kind"], message: string, stack = "", owner = "") => {
    if (!isAlive) return;
    isAlive = false;
    const isOther = asked === undefined || (owner !== "" && owner !== asked.owner);
    if (isOther) onFault({ kind, message, stack, owner: owner || names() });
    asked?.settle(isOther ? "again" : { fault: { kind, message, stack, owner: asked.owner } });
  };
  worker.on("message", (message: unknown) => {
    if (!isAnswer<Value>(message)) {
      lose("throws", "posts a message on the port of docgen's own thread");
      void worker.terminate();
    } else if (message.kind === "over") void worker.terminate();
    else if (message.kind === "fault") {
      const { kind, owner, message: text, stack } = message.fault;
      if (kind === "exit" && isAlive) lose(kind, text, stack, owner);
      else onFault({ ...message.fault, owner: owner || names() });
    } else if (asked?.id === message.id) answer(asked, message, () => timeOf(worker, limitS));
  });
  worker.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "ERR_WORKER_OUT_OF_MEMORY") lose("memory", `${MEMORY_MB} MB`);
    else lose("throws", error.message, error.stack);
  });
  worker.on("exit", () => lose("exit", ""));
  worker.unref();

  const giveUp = () => {
    isAlive = false;
    void worker.terminate();
  };
  const timeFault = (owner: string): CodeFault => ({ kind: "time", owner, message: `${limitS} s`, stack: "" });
  return {
    ask: async (owner, task) => {
      const time = owners.size === 0 ? undefined : timeOf(worker, limitS);
      owners.add(owner);
      worker.ref();
      const id = nextId++;
      let stop = () => {};
      const outcome = await new Promise<Outcome<Value> | "again">((resolve) => {
        const settle = (settled: Outcome<Value> | "again") => {
          // A later message belongs to no task: code that ends the process may be reported in the same turn of the
          // event loop.
          asked = undefined;
          resolve(settled);
        };
        const own: PendingTask<Value> = { id, owner, time, hasBegun: false, settle };
        asked = own;
        stop = whenOver(
          () => (asked === own ? own.time : undefined),
          () => {
            giveUp();
            settle(!own.hasBegun && owners.size > 1 ? "again" : { fault: timeFault(owner) });
          },
        );
        worker.postMessage({ kind: "task", id, owner, task } satisfies ToCodeThread<Task>);
      });
      stop();
      worker.unref();
      return outcome;
    },
    isAlive: () => isAlive,
    end: async () => {
      if (!isAlive) return;
      isAlive = false;
      worker.ref();
      worker.postMessage({ kind: "end" } satisfies ToCodeThread<Task>);
      const time = timeOf(worker, limitS);
      const stop = whenOver(
        () => time,
        () => {
          giveUp();
          onFault(timeFault(names()));
        },
      );
      await gone;
      stop();
    },
    close,
  };
}

/** Handles a message about a task. @param startClock starts to measure its time */
function answer<Value>(asked: PendingTask<Value>, message: FromCodeThread<Value>, startClock: () => ThreadTime): void {
  if (message.kind === "begun") {
    asked.hasBegun = true;
    asked.time = startClock();
  } else if (message.kind === "done") asked.settle({ value: message.value });
  else if (message.kind === "thrown") {
    asked.settle({ fault: { kind: "throws", owner: asked.owner, message: message.message, stack: message.stack } });
  }
}

const KINDS = ["begun", "done", "thrown", "fault", "over"];

/** Whether a message may be one of `serveTasks`: a site's code can reach the port, too. */
function isAnswer<Value>(message: unknown): message is FromCodeThread<Value> {
  const { kind, value, fault, stack } = (message ?? {}) as Readonly<Record<string, unknown>>;
  if (kind === "thrown") return typeof stack === "string";
  if (kind === "done") return typeof value === "object" && value !== null;
  if (kind === "fault") return typeof fault === "object" && fault !== null;
  return KINDS.includes(String(kind));
}

/** The outcome of tasks after the thread was closed. */
export function closedFault(owner: string): CodeFault {
  return { kind: "exit", owner, message: "", stack: "" };
}
