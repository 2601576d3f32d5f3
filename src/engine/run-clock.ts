/** A run of a task. Times are those of `performance.now()`. */
export interface TaskRun {
  readonly name: string;
  readonly key: string;
  readonly start: number;
  readonly end: number;
  /** Milliseconds without the time spent waiting for other tasks. */
  readonly ownMs: number;
}

/** Measures a run. */
export interface RunClock {
  /** Waits without counting the time as the task's own. */
  readonly waiting: <T>(wait: () => Promise<T>) => Promise<T>;
  readonly stop: () => Pick<TaskRun, "start" | "end" | "ownMs">;
}

/** Starts to measure a run. */
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
      return { start, end, ownMs: end - start - waited };
    },
  };
}
