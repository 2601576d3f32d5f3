/** A run of a task. Times are those of `performance.now()`. */
export interface TaskRun {
  /** Name of the task. */
  readonly name: string;
  readonly key: string;
  readonly start: number;
  readonly end: number;
  /** Milliseconds in which it did not wait for other tasks. */
  readonly own: number;
}

/** Measures a run, where it is asked for. */
export interface RunClock {
  /** Waits for another task, which is not its own time. */
  readonly waiting: <T>(wait: () => Promise<T>) => Promise<T>;
  readonly stop: () => Pick<TaskRun, "start" | "end" | "own">;
}

export function startClock(): RunClock {
  const start = performance.now();
  let waits = 0;
  let since = 0;
  let waited = 0;
  return {
    waiting: async (wait) => {
      if (waits++ === 0) since = performance.now();
      try {
        return await wait();
      } finally {
        if (--waits === 0) waited += performance.now() - since;
      }
    },
    stop: () => {
      const end = performance.now();
      return { start, end, own: end - start - waited };
    },
  };
}
