/** Quiet after a request or an edit before idle work goes on, in milliseconds. */
const QUIET_MS = 200;

/** Work that is done while nobody waits for an answer. */
export interface Idle {
  /** Somebody has asked for something or saved something: work waits. */
  readonly touch: () => void;
  /** There is work to do. */
  readonly wake: () => void;
  readonly stop: () => void;
}

/**
 * @param step does a small part of the work
 * @param isBusy asked before each step
 * @param onFailure told what a step throws; the rest waits until there is new work
 */
export function createIdle(
  step: () => Promise<"more" | "done">,
  isBusy: () => boolean,
  onFailure: (error: unknown) => void,
): Idle {
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let isStopped = false;
  let touchedMs = performance.now();

  const run = async () => {
    isRunning = true;
    let result: "more" | "done" = "more";
    while (result === "more" && !isStopped && !isBusy() && performance.now() - touchedMs >= QUIET_MS) {
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
    touch: () => {
      touchedMs = performance.now();
    },
    wake: schedule,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
