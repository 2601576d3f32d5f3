/** Quiet after a request or an edit before idle work goes on, in milliseconds. */
const QUIET_MS = 200;

/** Work that is done while nobody waits for an answer. */
export interface Idle {
  /** Does what is waited for: the other work waits. */
  readonly during: <T>(work: () => Promise<T>) => Promise<T>;
  /** Something is being done that is waited for. */
  readonly isBusy: () => boolean;
  /** There is work to do. */
  readonly wake: () => void;
  readonly stop: () => void;
}

/**
 * @param step does a small part of the work
 * @param onFailure told what a step throws; the rest waits until there is new work
 */
export function createIdle(step: () => Promise<"more" | "done">, onFailure: (error: unknown) => void): Idle {
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let isStopped = false;
  let running = 0;
  let touchedMs = performance.now();

  const run = async () => {
    isRunning = true;
    let result: "more" | "done" = "more";
    while (result === "more" && !isStopped && running === 0 && performance.now() - touchedMs >= QUIET_MS) {
      try {
        result = await step();
      } catch (error) {
        onFailure(error);
        result = "done";
      }
      // Requests and file events that have come in the meantime go first.
      await new Promise((resolve) => setImmediate(resolve));
    }
    isRunning = false;
    if (result === "more" && !isStopped) schedule();
  };
  const schedule = () => {
    if (isRunning || isStopped) return;
    clearTimeout(timer);
    timer = setTimeout(() => void run(), QUIET_MS);
  };
  return {
    during: async (work) => {
      running++;
      try {
        return await work();
      } finally {
        running--;
        touchedMs = performance.now();
      }
    },
    isBusy: () => running > 0,
    wake: schedule,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
