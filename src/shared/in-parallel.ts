/** How much tasks take while they are under way. */
export interface Room {
  /** How much the task at a place takes. */
  readonly sizeOf: (index: number) => number;
  /** How much all under way take at most; what takes more is alone. */
  readonly most: number;
}

/**
 * Runs tasks in their order with at most so many at a time; a free place takes the next one. After the first
 * failure none is begun, and those under way are waited for.
 *
 * @throws what the first failing task threw
 */
export function inParallel(tasks: readonly (() => Promise<void>)[], atATime: number, room?: Room): Promise<void> {
  return new Promise((resolve, reject) => {
    let next = 0;
    let underWay = 0;
    let taken = 0;
    let failure: { readonly error: unknown } | undefined;
    const sizeOf = (index: number) => room?.sizeOf(index) ?? 0;
    const hasRoom = () => underWay === 0 || room === undefined || taken + sizeOf(next) <= room.most;
    const begin = () => {
      while (failure === undefined && next < tasks.length && underWay < atATime && hasRoom()) void run(next++);
      if (underWay > 0) return;
      if (failure === undefined) resolve();
      else reject(failure.error);
    };
    const run = async (index: number) => {
      underWay++;
      taken += sizeOf(index);
      try {
        await tasks[index]?.();
      } catch (error) {
        failure ??= { error };
      }
      underWay--;
      taken -= sizeOf(index);
      begin();
    };
    begin();
  });
}
