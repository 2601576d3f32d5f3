import { Worker } from "node:worker_threads";
import type { CodeFault } from "./fault.ts";
import type { FromCode, ToCode } from "./serve-tasks.ts";
import { type ThreadTime, timeOf, whenOver } from "./time-limit.ts";

/** What a thread may hold. */
const MEMORY_MB = 1024;

/** What a task gave, or why it gave nothing. */
export type Outcome<Value> = { readonly value: Value } | { readonly fault: CodeFault };

/** One thread, from its start to its end. It keeps the process alive only while it has something to do. */
export interface WorkerThread<Task, Value> {
  /**
   * One task at a time.
   *
   * @param owner names the code
   * @returns `again` where other code of the thread has lost it
   */
  readonly ask: (owner: string, task: Task) => Promise<Outcome<Value> | "again">;
  /** False once it has ended, or is being ended. */
  readonly isAlive: () => boolean;
  /** Ends when what runs in the background has had its time to throw. */
  readonly end: () => Promise<void>;
  /** Ends at once. */
  readonly close: () => Promise<void>;
}

interface Asked<Value> {
  readonly id: number;
  readonly owner: string;
  /** Whether the thread came to begin with it. */
  hasBegun: boolean;
  /** Since then; before, what code that ran earlier keeps it waiting. */
  time: ThreadTime | undefined;
  readonly settle: (outcome: Outcome<Value> | "again") => void;
}

/**
 * Starts a thread.
 *
 * @param file path of a script that calls `serveTasks`
 * @param limitS seconds for each task
 * @param onFault told of what the code does wrong while nothing is asked of it
 */
export function startThread<Task, Value>(
  file: string,
  limitS: number,
  onFault: (fault: CodeFault) => void,
): WorkerThread<Task, Value> {
  const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
  const gone = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  /** Names of the code that has run in it. */
  const owners = new Set<string>();
  let asked: Asked<Value> | undefined;
  let nextId = 0;
  let isAlive = true;

  const names = () => [...owners].join(" or ");
  const close = async () => {
    isAlive = false;
    asked?.settle({ fault: closedFault(asked.owner) });
    await worker.terminate();
  };
  /** It has ended by itself. */
  const lose = (kind: CodeFault["kind"], message: string, stack = "", owner = "") => {
    if (!isAlive) return;
    isAlive = false;
    const isOther = asked === undefined || (owner !== "" && owner !== asked.owner);
    if (isOther) onFault({ kind, message, stack, owner: owner || names() });
    asked?.settle(isOther ? "again" : { fault: { kind, message, stack, owner: asked.owner } });
  };
  worker.on("message", (message: FromCode<Value>) => {
    if (message.kind === "over") void worker.terminate();
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
      const outcome = await new Promise<Outcome<Value> | "again">((settle) => {
        const own: Asked<Value> = { id, owner, time, hasBegun: false, settle };
        asked = own;
        stop = whenOver(
          () => (asked === own ? own.time : undefined),
          () => {
            giveUp();
            settle(!own.hasBegun && owners.size > 1 ? "again" : { fault: timeFault(owner) });
          },
        );
        worker.postMessage({ kind: "task", id, owner, task } satisfies ToCode<Task>);
      });
      stop();
      asked = undefined;
      worker.unref();
      return outcome;
    },
    isAlive: () => isAlive,
    end: async () => {
      if (!isAlive) return;
      isAlive = false;
      worker.ref();
      worker.postMessage({ kind: "end" } satisfies ToCode<Task>);
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

/** Takes what a thread says of a task. @param now begins to count its time */
function answer<Value>(asked: Asked<Value>, message: FromCode<Value>, now: () => ThreadTime): void {
  if (message.kind === "begun") {
    asked.hasBegun = true;
    asked.time = now();
  } else if (message.kind === "done") asked.settle({ value: message.value });
  else if (message.kind === "thrown") {
    asked.settle({ fault: { kind: "throws", owner: asked.owner, message: message.message, stack: message.stack } });
  }
}

/** What nobody waits for any more. */
export function closedFault(owner: string): CodeFault {
  return { kind: "exit", owner, message: "", stack: "" };
}
