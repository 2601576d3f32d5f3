import { setTimeout as pause } from "node:timers/promises";

/** Quiet time after a request or an edit before idle work continues, in milliseconds. */
const QUIET_MS = 200;

/** Pause between two parts of background work while foreground work is running, in milliseconds. */
const BUSY_PAUSE_MS = 20;

/**
 * Schedules background work that runs while no request is pending.
 *
 * @param step does a small part of the work, and returns "done" after the last
 * @param onFailure called with what a step throws; the work stops until `wake`
 */
export function createIdle(step: () => Promise<string>, onFailure: (error: unknown) => void) {
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  /** Whether `wake` was called during a run. */
  let isWoken = false;
  let isStopped = false;
  let running = 0;
  let touchedMs = performance.now();

  const run = async () => {
    isRunning = true;
    isWoken = false;
    let result = "more";
    while (result !== "done" && !isStopped && running === 0 && performance.now() - touchedMs >= QUIET_MS) {
      try {
        result = await step();
      } catch (error) {
        onFailure(error);
        result = "done";
      }
      // Pending requests and file events go first.
      await new Promise((resolve) => setImmediate(resolve));
    }
    isRunning = false;
    if (result !== "done" || isWoken) schedule();
  };
  const schedule = () => {
    isWoken = true;
    if (isRunning || isStopped) return;
    clearTimeout(timer);
    timer = setTimeout(() => void run(), QUIET_MS);
  };
  return {
    /** Runs foreground work; background work pauses meanwhile. */
    during: async <T>(work: () => Promise<T>): Promise<T> => {
      running++;
      try {
        return await work();
      } finally {
        running--;
        touchedMs = performance.now();
      }
    },
    /** Awaited between two parts of background work that can't wait until all requests are answered. */
    turn: () => pause(running > 0 ? BUSY_PAUSE_MS : 0),
    /** Whether foreground work is running. */
    isBusy: () => running > 0,
    /** Schedules background work. */
    wake: schedule,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
