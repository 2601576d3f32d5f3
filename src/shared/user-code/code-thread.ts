import type { CodeFault } from "./fault.ts";
import { readTimeLimit } from "./time-limit.ts";
import { closedFault, type Outcome, startThread, type WorkerThread } from "./worker-thread.ts";

/** Runs a site's code where it can be ended. */
export interface CodeThread<Task, Value> {
  /** Tasks are done one after the other; a thread that is lost is replaced for the next. @param owner names the code */
  readonly ask: (owner: string, task: Task) => Promise<Outcome<Value>>;
  /** Ends when all is done, and what runs in the background has had its time to throw. */
  readonly end: () => Promise<void>;
  /** Ends at once. */
  readonly close: () => Promise<void>;
}

/**
 * Makes a thread when it is first asked something.
 *
 * @param file path of a script that calls `serveTasks`
 * @param onFault told of what the code does wrong while nothing is asked of it
 * @throws Failure (exit code 2) for a time limit that is no number
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
