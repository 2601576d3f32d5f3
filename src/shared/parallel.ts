import { availableParallelism } from "node:os";

/** Number of threads that can work beside this one: one per core but its own, and at least one. */
export const SPARE_CORES = Math.max(1, availableParallelism() - 1);

/**
 * Runs tasks in order with limited concurrency. After the first failure no further task is started, and running ones
 * are awaited.
 *
 * @throws what the first failing task threw
 */
export async function inParallel(tasks: readonly (() => Promise<void>)[], concurrency: number): Promise<void> {
  let next = 0;
  let failure: { readonly error: unknown } | undefined;
  const work = async () => {
    while (failure === undefined && next < tasks.length) {
      try {
        await tasks[next++]?.();
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, tasks.length) }, work));
  if (failure !== undefined) throw failure.error;
}
