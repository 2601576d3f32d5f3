import { Worker } from "node:worker_threads";
import type { CodeFault, Outcome } from "./fault.ts";
import type { FromCodeThread, ToCodeThread } from "./serve-tasks.ts";
import { readTimeLimit, type ThreadTime, timeOf, whenOver } from "./time-limit.ts";

const MEMORY_MB = 1024;
/** Node 24 lets the young generation grow to several times this, which takes a tenth of a build's memory. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 24 };

/** Runs a site's code in a thread that can be terminated. It keeps the process alive only while it runs a task. */
export interface CodeThread<Task, Value> {
  /** Queues a task, to run after those before it; a lost thread is replaced. @param owner name of the code */
  readonly ask: (owner: string, task: Task) => Promise<Outcome<Value>>;
  /** Ends after all tasks, with a grace period for errors thrown in the background. */
  readonly end: () => Promise<void>;
  /** Terminates the thread at once. */
  readonly close: () => Promise<void>;
}

/**
 * Creates the handle of a code thread; the thread starts with the first task.
 *
 * @param file path of a script that calls `serveTasks`
 * @param onFault called for errors that belong to no task
 * @throws Failure (exit code 2) for an invalid time limit
 */
export function createCodeThread<Task, Value>(
  file: string,
  onFault: (fault: CodeFault) => void,
): CodeThread<Task, Value> {
  const limitS = readTimeLimit();
  let thread: RunningThread<Task, Value> | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  const attempt = async (owner: string, task: Task): Promise<Outcome<Value>> => {
    if (isClosed) return { fault: closedFault(owner) };
    if (thread?.isAlive() !== true) thread = startThread(file, limitS, onFault);
    const outcome = await thread.ask(owner, task);
    return outcome === "again" ? attempt(owner, task) : outcome;
  };
  return {
    ask: (owner, task) => {
      const answer = queue.then(() => attempt(owner, task));
      queue = answer.catch(() => undefined);
      return answer;
    },
    end: async () => {
      await queue;
      await thread?.end();
    },
    close: async () => {
      isClosed = true;
      await thread?.close();
    },
  };
}

/** A started thread. It runs one task at a time, and answers `again` if other code in the thread ended it. */
interface RunningThread<Task, Value> extends Pick<CodeThread<Task, Value>, "end" | "close"> {
  readonly ask: (owner: string, task: Task) => Promise<Outcome<Value> | "again">;
  /** False once it has ended or is being terminated. */
  readonly isAlive: () => boolean;
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

function startThread<Task, Value>(
  file: string,
  limitS: number,
  onFault: (fault: CodeFault) => void,
): RunningThread<Task, Value> {
  const worker = new Worker(file, { resourceLimits: THREAD_LIMITS });
  const gone = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  /** Owners of all code that has run in the thread. */
  const owners = new Set<string>();
  let pending: PendingTask<Value> | undefined;
  let nextId = 0;
  let isAlive = true;

  const names = () => [...owners].join(" or ");
  /** Handles a thread that ended unexpectedly. */
  const lose = (kind: CodeFault["kind"], message: string, stack = "", owner = "") => {
    if (!isAlive) return;
    isAlive = false;
    const isOther = pending === undefined || (owner !== "" && owner !== pending.owner);
    if (isOther) onFault({ kind, message, stack, owner: owner || names() });
    pending?.settle(isOther ? "again" : { fault: { kind, message, stack, owner: pending.owner } });
  };
  const giveUp = () => {
    isAlive = false;
    return worker.terminate();
  };
  const timeFault = (owner: string): CodeFault => ({ kind: "time", owner, message: `${limitS} s`, stack: "" });
  worker.on("message", (message: unknown) => {
    if (!isAnswer<Value>(message)) {
      lose("throws", "posts a message on the port of docgen's own thread");
      void worker.terminate();
    } else if (message.kind === "over") void worker.terminate();
    else if (message.kind === "fault") {
      const { kind, owner, message: text, stack } = message.fault;
      if (kind === "exit" && isAlive) lose(kind, text, stack, owner);
      else onFault({ ...message.fault, owner: owner || names() });
    } else if (pending?.id !== message.id) return;
    else if (message.kind === "done") pending.settle(message.outcome);
    else {
      pending.hasBegun = true;
      pending.time = timeOf(worker, limitS);
    }
  });
  worker.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "ERR_WORKER_OUT_OF_MEMORY") lose("memory", `${MEMORY_MB} MB`);
    else lose("throws", error.message, error.stack);
  });
  worker.on("exit", () => lose("exit", ""));
  worker.unref();

  const ask = async (owner: string, task: Task) => {
    const time = owners.size === 0 ? undefined : timeOf(worker, limitS);
    owners.add(owner);
    worker.ref();
    let stop = () => {};
    const outcome = await new Promise<Outcome<Value> | "again">((resolve) => {
      const settle: PendingTask<Value>["settle"] = (settled) => {
        // A later message belongs to no task: code that ends the process may be reported in the same turn of the event
        // loop.
        pending = undefined;
        resolve(settled);
      };
      const current: PendingTask<Value> = { id: nextId++, owner, time, hasBegun: false, settle };
      pending = current;
      stop = whenOver(
        () => (pending === current ? current.time : undefined),
        () => {
          void giveUp();
          settle(!current.hasBegun && owners.size > 1 ? "again" : { fault: timeFault(owner) });
        },
      );
      worker.postMessage({ kind: "task", id: current.id, owner, task } satisfies ToCodeThread<Task>);
    });
    stop();
    worker.unref();
    return outcome;
  };
  const end = async () => {
    if (!isAlive) return;
    isAlive = false;
    worker.ref();
    worker.postMessage({ kind: "end" } satisfies ToCodeThread<Task>);
    const time = timeOf(worker, limitS);
    const stop = whenOver(
      () => time,
      () => {
        void giveUp();
        onFault(timeFault(names()));
      },
    );
    await gone;
    stop();
  };
  const close = async () => {
    pending?.settle({ fault: closedFault(pending.owner) });
    await giveUp();
  };
  return { ask, isAlive: () => isAlive, end, close };
}

/** Whether a message may be one of `serveTasks`: a site's code can reach the port, too. */
function isAnswer<Value>(message: unknown): message is FromCodeThread<Value> {
  const { kind, fault, outcome } = (message ?? {}) as Readonly<Record<string, unknown>>;
  if (kind === "done") return typeof outcome === "object" && outcome !== null;
  if (kind === "fault") return typeof fault === "object" && fault !== null;
  return kind === "begun" || kind === "over";
}

/** The fault of tasks after the thread was closed. */
function closedFault(owner: string): CodeFault {
  return { kind: "exit", owner, message: "", stack: "" };
}
