/** Limits the total weight, e.g. memory, of tasks that run at the same time. */
export interface WeightLimit {
  /** Weight of the task at an index. */
  readonly weightOf: (index: number) => number;
  /** Maximum total weight; a heavier task runs alone. */
  readonly maxWeight: number;
}

/**
 * Runs tasks in order with limited concurrency. After the first failure no further task is started, and running ones
 * are awaited.
 *
 * @throws what the first failing task threw
 */
export function inParallel(
  tasks: readonly (() => Promise<void>)[],
  concurrency: number,
  limit?: WeightLimit,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let next = 0;
    let running = 0;
    let weight = 0;
    let failure: { readonly error: unknown } | undefined;
    const weightOf = (index: number) => limit?.weightOf(index) ?? 0;
    const fits = () => running === 0 || limit === undefined || weight + weightOf(next) <= limit.maxWeight;
    const startNext = () => {
      while (failure === undefined && next < tasks.length && running < concurrency && fits()) void run(next++);
      if (running > 0) return;
      if (failure === undefined) resolve();
      else reject(failure.error);
    };
    const run = async (index: number) => {
      running++;
      weight += weightOf(index);
      try {
        await tasks[index]?.();
      } catch (error) {
        failure ??= { error };
      }
      running--;
      weight -= weightOf(index);
      startNext();
    };
    startNext();
  });
}
