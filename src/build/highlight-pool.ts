import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { CodeBlock } from "../markdown/highlight/highlighter.ts";
import { codeKey } from "../markdown/highlight/names.ts";
import type { Tokenise } from "../markdown/highlight/tokeniser.ts";
import type { HighlightResult, HighlightTask } from "./highlight-worker.ts";
import { TOOL_ROOT } from "./tool.ts";

const WORKER = join(TOOL_ROOT, "dist/build/highlight-worker.js");
/** Handed over at once, in characters: enough to hide the way there and back, little enough to deal evenly. */
const BATCH_LENGTH = 8_000;
/** Waiting code of a language, in characters, that is worth warming up its grammar in a second thread. */
const WORTH_SHARING = 60_000;
/**
 * A block that takes longer never ends: some grammars run away on some texts. Counted in the time
 * that the processor works for docgen, which a busy machine does not shorten.
 */
const PATIENCE_MS = 10_000;
const LOOK_MS = 1000;
/** What a thread makes is soon sent and forgotten; with less room it is busy collecting a tenth of its time. */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 24 };

/** Threads that tokenise code. */
export interface HighlightPool {
  readonly tokenise: Tokenise;
  /**
   * Starts threads for work that is about to come, with what it most likely begins with.
   *
   * @param count how many; default: all
   */
  readonly warmUp: (likely: readonly CodeBlock[], count?: number) => void;
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
  /** The task that it was at when it was last looked at. */
  at?: TaskAtHand | undefined;
}

interface TaskAtHand {
  readonly task: Waiting;
  /** What the processor had worked when it was first seen. */
  readonly since: number;
  /** It was late already when it was last seen. */
  readonly isSuspect: boolean;
}

/**
 * Makes threads when there is work for them. Tasks are dealt by language: a grammar costs most when
 * it is first used, so a thread keeps to those that it knows, then takes one that nobody has, and
 * shares another's only where much of it waits.
 *
 * @param jobs how many threads at most
 */
export function createHighlightPool(jobs: number): HighlightPool {
  const queues = new Map<string, Waiting[]>();
  const threads: Thread[] = [];
  /** What was tokenised before anybody asked, until somebody does. */
  const early = new Map<string, Promise<string[]>>();
  let closing: Promise<unknown> = Promise.resolve();
  let nextId = 0;
  let isScheduled = false;
  /** Runs while something is pending. */
  let looking: NodeJS.Timeout | undefined;

  const deal = () => {
    isScheduled = false;
    for (const thread of threads) hand(thread);
    while (threads.length < jobs) {
      const language = choose(queues, new Set(), threads);
      if (language === undefined) return;
      hand(start(), language);
    }
  };
  /** A thread has its next tasks before it has done its last: this one may be busy when it has. */
  const hand = (thread: Thread, first?: string, most = BATCH_LENGTH): boolean => {
    if (lengthOf(thread.pending.values()) >= most) return false;
    const language = first ?? choose(queues, thread.warm, threads);
    if (language === undefined) return false;
    const tasks = takeBatch(queues, language);
    thread.warm.add(language);
    for (const task of tasks) thread.pending.set(task.id, task);
    thread.worker.postMessage(tasks.map(({ id, language, code }) => ({ id, language, code })));
    looking ??= setInterval(look, LOOK_MS);
    return true;
  };
  const look = () => {
    const worked = workedMs();
    const busy = threads.filter(({ pending }) => pending.size > 0).length;
    for (const thread of [...threads]) {
      const [task] = thread.pending.values();
      const last = thread.at?.task === task ? thread.at : undefined;
      const since = last?.since ?? worked;
      const isLate = worked - since >= PATIENCE_MS * busy;
      // Its answer may wait to be heard, where this thread was busy itself: it has one more look.
      if (task !== undefined && isLate && last?.isSuspect === true) {
        drop(thread, task, new Error(`its ${task.language} grammar did not end within ${PATIENCE_MS / 1000} s`));
      } else {
        thread.at = task === undefined ? undefined : { task, since, isSuspect: isLate };
      }
    }
    if (busy === 0) rest();
  };
  const rest = () => {
    clearInterval(looking);
    looking = undefined;
  };
  /** Ends a thread that is lost, and gives others what it had not begun. */
  const drop = (thread: Thread, guilty: Waiting | undefined, error: Error) => {
    const at = threads.indexOf(thread);
    if (at < 0) return;
    threads.splice(at, 1);
    void thread.worker.terminate();
    guilty?.reject(error);
    for (const task of thread.pending.values()) if (task !== guilty) enqueue(task);
    schedule();
  };
  const start = (): Thread => {
    const worker = new Worker(WORKER, { resourceLimits: THREAD_LIMITS });
    const thread: Thread = { worker, warm: new Set(), pending: new Map() };
    threads.push(thread);
    worker.on("message", (result: HighlightResult) => {
      const task = thread.pending.get(result.id);
      thread.pending.delete(result.id);
      if ("html" in result) task?.resolve(result.html.split("\n"));
      else task?.reject(new Error(result.failure));
      hand(thread);
    });
    worker.on("error", (error) => drop(thread, [...thread.pending.values()][0], error));
    return thread;
  };
  const enqueue = (task: Waiting) => {
    const queue = queues.get(task.language);
    if (queue === undefined) queues.set(task.language, [task]);
    else queue.push(task);
  };
  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    // What one turn asks for is dealt together.
    setImmediate(deal);
  };

  const tokenise: Tokenise = (language, code) =>
    new Promise((resolve, reject) => {
      enqueue({ id: nextId++, language, code, resolve, reject });
      schedule();
    });

  return {
    tokenise: (language, code) => {
      const key = codeKey({ language, code });
      const known = early.get(key);
      early.delete(key);
      return known ?? tokenise(language, code);
    },
    warmUp: (likely, count = jobs) => {
      while (threads.length < count) start();
      for (const { language, code } of likely) {
        const lines = tokenise(language, code);
        // It may fail and never be asked for.
        lines.catch(() => undefined);
        early.set(codeKey({ language, code }), lines);
      }
      // All at once: this thread is about to be busy, and hears nobody.
      for (let isMore = true; isMore; ) {
        isMore = threads.map((thread) => hand(thread, undefined, Number.POSITIVE_INFINITY)).includes(true);
      }
    },
    close: async () => {
      const ended = threads.splice(0);
      early.clear();
      rest();
      closing = Promise.all([closing, ...ended.map(({ worker }) => worker.terminate())]);
      await closing;
    },
  };
}

/** How long the processor has worked for this process, all its threads together. */
function workedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function lengthOf(tasks: Iterable<HighlightTask>): number {
  let length = 0;
  for (const { code } of tasks) length += code.length;
  return length;
}

/**
 * The language that a thread takes next. Of those that it knows and those that nobody has, the one whose turn
 * it was first: pages are then done in their order, and can be written while the next are highlighted.
 *
 * @param warm those that it knows
 */
function choose(
  queues: ReadonlyMap<string, readonly Waiting[]>,
  warm: ReadonlySet<string>,
  threads: readonly Thread[],
): string | undefined {
  const isFree = (language: string) => !threads.some((thread) => thread.warm.has(language));
  let next: string | undefined;
  let first = Number.POSITIVE_INFINITY;
  let shared: string | undefined;
  let most = WORTH_SHARING;
  for (const [language, queue] of queues) {
    const id = queue[0]?.id;
    if (id === undefined) continue;
    if (id < first && (warm.has(language) || isFree(language))) {
      next = language;
      first = id;
    }
    const length = next === undefined ? lengthOf(queue) : 0;
    if (length > most) {
      shared = language;
      most = length;
    }
  }
  return next ?? shared;
}

function takeBatch(queues: Map<string, Waiting[]>, language: string): Waiting[] {
  const queue = queues.get(language) ?? [];
  let length = 0;
  let count = 0;
  while (count < queue.length && length < BATCH_LENGTH) length += queue[count++]?.code.length ?? 0;
  return queue.splice(0, count);
}
