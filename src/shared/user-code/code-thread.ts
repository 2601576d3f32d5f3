import type { CodeFault } from "./fault.ts";
import { readTimeLimit } from "./time-limit.ts";
import { closedFault, type Outcome, startThread, type WorkerThread } from "./worker-thread.ts";

/** Runs a site's code in a thread that can be terminated. */
export interface CodeThread<Task, Value> {
  /**
   * Queues a task; tasks run one after the other, and a lost thread is replaced for the next.
   *
   * @param owner name of the code
   */
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
  let thread: WorkerThread<Task, Value> | undefined;
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
