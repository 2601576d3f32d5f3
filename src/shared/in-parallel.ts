/**
 * Runs tasks with at most so many at a time; a free place takes the next one. After the first failure none
 * is begun, and those under way are waited for.
 *
 * @throws what the first failing task threw
 */
export async function inParallel(tasks: readonly (() => Promise<void>)[], atATime: number): Promise<void> {
  const queue = tasks.values();
  let failure: { readonly error: unknown } | undefined;
  const work = async () => {
    for (const task of queue) {
      if (failure !== undefined) return;
      try {
        await task();
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atATime, tasks.length) }, work));
  if (failure !== undefined) throw failure.error;
}
