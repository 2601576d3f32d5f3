import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { TOOL_ROOT } from "../shared/tool-root.ts";
import { readTimeLimit, type ThreadTime, timeOf, whenOver } from "../shared/user-code/time-limit.ts";
import type { Tokenise } from "./tokeniser.ts";
import type { HighlightResult, HighlightTask } from "./worker.ts";

const WORKER = join(TOOL_ROOT, "dist/highlight/worker.js");
/** Batch size in characters: enough for the time in which this thread is busy, small enough to distribute evenly. */
const BATCH_LENGTH = 32_000;
/** Queued code of a language, in characters, that justifies warming up its grammar in a second thread. */
const MIN_SHARED_LENGTH = 60_000;
/** The results are short-lived garbage; a smaller young generation reduces the time for collecting it to a tenth. */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 24 };

/** A block that a thread has highlighted. Times are those of `performance.now()`. */
export interface ThreadWork {
  /** Number of the thread, from 1. */
  readonly thread: number;
  readonly language: string;
  readonly start: number;
  readonly end: number;
}

interface PendingTask extends HighlightTask {
  readonly resolve: (lines: string[]) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  /** Languages whose grammars are loaded and compiled there. */
  readonly warm: Set<string>;
  /** Tasks sent to the thread, in order. */
  readonly pending: Map<number, PendingTask>;
  /** Number of the thread, from 1, in order of their start. */
  readonly number: number;
  /** Start time of its current task, only if `onWork` is given. */
  since: number;
  /** Stops the timer of the current task. */
  unwatch: () => void;
}

/**
 * Creates a pool of threads that tokenise code, started on demand. Tasks are assigned by language, as the first use of a grammar is the
 * most expensive: a thread prefers languages that it has warmed up, then those of no thread, and takes another thread's
 * language only if much of it is queued.
 *
 * @param jobs maximum number of threads
 * @param onWork called for each block; without it, no times are measured
 */
export function createHighlightPool(jobs: number, onWork?: (work: ThreadWork) => void) {
  const threads: Thread[] = [];
  /** Time limit per block and busy thread, in seconds: some grammars never end on some texts. */
  const limitS = readTimeLimit();
  /** Queued tasks in the order of pages, so that pages can be written while later ones are highlighted. */
  let queue: PendingTask[] = [];
  let nextId = 0;
  let isScheduled = false;
  let started = 0;

  const assignAll = () => {
    isScheduled = false;
    for (const thread of threads) assign(thread);
    while (threads.length < jobs && nextLanguage(new Set()) !== undefined) assign(start());
  };
  /** Batches the tasks of one turn of the event loop. */
  const schedule = () => {
    if (!isScheduled) setImmediate(assignAll);
    isScheduled = true;
  };
  /** The first queued language that this thread or no thread has warmed up; else the one with the most queued code. */
  const nextLanguage = (warm: ReadonlySet<string>): string | undefined => {
    const isOwn = (language: string) => warm.has(language) || !threads.some((thread) => thread.warm.has(language));
    return queue.find(({ language }) => isOwn(language))?.language ?? mostQueued(queue);
  };
  /** Keeps one batch queued per worker, so that it doesn't idle while this thread is busy. */
  const assign = (thread: Thread) => {
    if (lengthOf([...thread.pending.values()]) >= BATCH_LENGTH) return;
    const language = nextLanguage(thread.warm);
    if (language === undefined) return;
    let length = 0;
    const isTaken = (task: PendingTask) => {
      const takes = task.language === language && length < BATCH_LENGTH;
      if (takes) length += task.code.length;
      return takes;
    };
    const tasks = queue.filter(isTaken);
    if (onWork !== undefined && thread.pending.size === 0) thread.since = performance.now();
    for (const task of tasks) thread.pending.set(task.id, task);
    queue = queue.filter(({ id }) => !thread.pending.has(id));
    thread.warm.add(language);
    thread.worker.postMessage(tasks.map(({ id, code }) => ({ id, language, code })));
  };
  /** Ends a thread whose current task exceeds its time limit. */
  const watch = (thread: Thread): (() => void) => {
    let at: PendingTask | undefined;
    let time: ThreadTime | undefined;
    const timeOfFirst = () => {
      const [first] = thread.pending.values();
      const busy = threads.filter(({ pending }) => pending.size > 0).length;
      if (first !== at) time = first && timeOf(thread.worker, limitS * busy);
      at = first;
      return time;
    };
    return whenOver(timeOfFirst, () => {
      if (threads.includes(thread))
        discard(thread, new Error(`its ${at?.language} grammar did not finish within ${limitS} s`));
    });
  };
  /** Ends a thread, rejects its current task and requeues its other tasks. */
  const discard = (thread: Thread, error: Error) => {
    const [guilty, ...others] = thread.pending.values();
    threads.splice(threads.indexOf(thread), 1);
    thread.unwatch();
    void thread.worker.terminate();
    guilty?.reject(error);
    queue.unshift(...others);
    schedule();
  };
  const start = (): Thread => {
    const worker = new Worker(WORKER, { resourceLimits: THREAD_LIMITS });
    const number = ++started;
    const thread: Thread = { worker, warm: new Set(), pending: new Map(), number, since: 0, unwatch: () => undefined };
    thread.unwatch = watch(thread);
    threads.push(thread);
    worker.on("message", (result: HighlightResult) => {
      const task = thread.pending.get(result.id);
      thread.pending.delete(result.id);
      if (onWork !== undefined && task !== undefined) {
        const end = performance.now();
        onWork({ thread: number, language: task.language, start: thread.since, end });
        thread.since = end;
      }
      if ("html" in result) task?.resolve(result.html.split("\n"));
      else task?.reject(new Error(result.failure));
      assign(thread);
    });
    worker.on("error", (error) => {
      if (threads.includes(thread)) discard(thread, error);
    });
    return thread;
  };

  const tokenise: Tokenise = (language, code) =>
    new Promise((resolve, reject) => {
      queue.push({ id: nextId++, language, code, resolve, reject });
      schedule();
    });
  return {
    tokenise,
    /** Starts a thread ahead of its first task, as it takes a while. */
    prepare: () => void start(),
    /** Ends the threads that have no task, to free their memory. Others start on demand. */
    rest: () => endAll(takeIdle(threads)),
    /** Resolves when all threads have ended. */
    close: () => endAll(threads),
  };
}

/** Removes the threads without a task from a list, and returns them. */
function takeIdle(threads: Thread[]): Thread[] {
  const idle = threads.filter(({ pending }) => pending.size === 0);
  for (const thread of idle) threads.splice(threads.indexOf(thread), 1);
  return idle;
}

async function endAll(threads: readonly Thread[]): Promise<void> {
  for (const { unwatch } of threads) unwatch();
  await Promise.all(threads.map(({ worker }) => worker.terminate()));
}

function lengthOf(tasks: readonly HighlightTask[]): number {
  return tasks.reduce((length, { code }) => length + code.length, 0);
}

/** The language with the most queued code, if that justifies a second thread. */
function mostQueued(queue: readonly HighlightTask[]): string | undefined {
  const lengths = new Map<string, number>();
  for (const { language, code } of queue) lengths.set(language, (lengths.get(language) ?? 0) + code.length);
  const [language, length] = [...lengths].reduce(
    (most, entry) => (entry[1] > most[1] ? entry : most),
    ["", MIN_SHARED_LENGTH],
  );
  return length > MIN_SHARED_LENGTH ? language : undefined;
}
