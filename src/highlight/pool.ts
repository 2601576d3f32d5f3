import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { TOOL_ROOT } from "../shared/tool-root.ts";
import { type ThreadTime, timeOf, whenOver } from "../shared/user-code/time-limit.ts";
import type { Tokenise } from "./tokeniser.ts";
import type { HighlightResult, HighlightTask } from "./worker.ts";

const WORKER = join(TOOL_ROOT, "dist/highlight/worker.js");
/** Handed over at once, in characters: enough to hide the way there and back, little enough to deal evenly. */
const BATCH_LENGTH = 8_000;
/** Waiting code of a language, in characters, that is worth warming up its grammar in a second thread. */
const WORTH_SHARING = 60_000;
/** A block that takes longer, for each thread at work, never ends: some grammars run away on some texts. */
const PATIENCE_S = 10;
/** What a thread makes is soon sent and forgotten; with less room it is busy collecting a tenth of its time. */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 24 };

/** Threads that tokenise code. */
export interface HighlightPool {
  readonly tokenise: Tokenise;
  /** Ends when all threads have ended. */
  readonly close: () => Promise<void>;
}

interface Waiting extends HighlightTask {
  readonly resolve: (lines: string[]) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  /** Languages whose grammars it has warmed up. */
  readonly warm: Set<string>;
  /** What it was handed, in order. */
  readonly pending: Map<number, Waiting>;
  /** Ends the count of the time of what it is at. */
  readonly unwatch: () => void;
}

/**
 * Makes threads when there is work for them. Tasks are dealt by language: a grammar costs most when
 * it is first used, so a thread keeps to those that it knows, then takes one that nobody has, and
 * shares another's only where much of it waits.
 *
 * @param jobs how many threads at most
 */
export function createHighlightPool(jobs: number): HighlightPool {
  const threads: Thread[] = [];
  /** In the order of pages, which can then be written while the next are highlighted. */
  let queue: Waiting[] = [];
  let nextId = 0;
  let isScheduled = false;

  const deal = () => {
    isScheduled = false;
    for (const thread of threads) hand(thread);
    while (threads.length < jobs && nextLanguage(new Set()) !== undefined) hand(start());
  };
  /** What one turn asks for is dealt together. */
  const schedule = () => {
    if (!isScheduled) setImmediate(deal);
    isScheduled = true;
  };
  /** Of the languages that a thread knows and those that none has, the one that waits longest; or else what most waits of. */
  const nextLanguage = (warm: ReadonlySet<string>): string | undefined => {
    const isOwn = (language: string) => warm.has(language) || !threads.some((thread) => thread.warm.has(language));
    return queue.find(({ language }) => isOwn(language))?.language ?? mostOf(queue);
  };
  /** A thread has its next tasks before it has done its last: this one may be busy when it has. */
  const hand = (thread: Thread) => {
    if (lengthOf([...thread.pending.values()]) >= BATCH_LENGTH) return;
    const language = nextLanguage(thread.warm);
    if (language === undefined) return;
    let length = 0;
    const isTaken = (task: Waiting) => {
      const takes = task.language === language && length < BATCH_LENGTH;
      if (takes) length += task.code.length;
      return takes;
    };
    const tasks = queue.filter(isTaken);
    for (const task of tasks) thread.pending.set(task.id, task);
    queue = queue.filter(({ id }) => !thread.pending.has(id));
    thread.warm.add(language);
    thread.worker.postMessage(tasks.map(({ id, code }) => ({ id, language, code })));
  };
  /** Ends a thread whose first task does not end. */
  const watch = (worker: Worker, pending: ReadonlyMap<number, Waiting>): (() => void) => {
    let at: Waiting | undefined;
    let time: ThreadTime | undefined;
    const timeOfFirst = () => {
      const [first] = pending.values();
      const busy = threads.filter((thread) => thread.pending.size > 0).length;
      if (first !== at) time = first === undefined ? undefined : timeOf(worker, PATIENCE_S * busy);
      at = first;
      return time;
    };
    return whenOver(timeOfFirst, () => {
      const lost = threads.find((thread) => thread.worker === worker);
      if (lost === undefined || at === undefined) return;
      drop(lost, new Error(`its ${at.language} grammar did not end within ${PATIENCE_S} s`));
    });
  };
  /** Ends a thread that is lost to its first task, and gives others what it had not begun. */
  const drop = (thread: Thread, error: Error) => {
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
    const pending = new Map<number, Waiting>();
    const thread: Thread = { worker, warm: new Set(), pending, unwatch: watch(worker, pending) };
    threads.push(thread);
    worker.on("message", (result: HighlightResult) => {
      const task = thread.pending.get(result.id);
      thread.pending.delete(result.id);
      if ("html" in result) task?.resolve(result.html.split("\n"));
      else task?.reject(new Error(result.failure));
      hand(thread);
    });
    worker.on("error", (error) => {
      if (threads.includes(thread)) drop(thread, error);
    });
    return thread;
  };

  return {
    tokenise: (language, code) =>
      new Promise((resolve, reject) => {
        queue.push({ id: nextId++, language, code, resolve, reject });
        schedule();
      }),
    close: async () => {
      for (const { unwatch } of threads) unwatch();
      await Promise.all(threads.map(({ worker }) => worker.terminate()));
    },
  };
}

function lengthOf(tasks: readonly HighlightTask[]): number {
  return tasks.reduce((length, { code }) => length + code.length, 0);
}

/** The language that most code waits of, where that is worth a second thread. */
function mostOf(queue: readonly HighlightTask[]): string | undefined {
  const lengths = new Map<string, number>();
  for (const { language, code } of queue) lengths.set(language, (lengths.get(language) ?? 0) + code.length);
  const [language, length] = [...lengths].reduce((most, one) => (one[1] > most[1] ? one : most), ["", WORTH_SHARING]);
  return length > WORTH_SHARING ? language : undefined;
}
