/** A busy page is kept waiting no longer than this, in milliseconds. */
const LONGEST_WAIT_MS = 2000;
/** Where the browser can't tell when it is idle (Safari), in milliseconds. */
const PAUSE_MS = 200;

/** Runs something when the browser has nothing else to do. */
export function whenIdle(run: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(run, { timeout: LONGEST_WAIT_MS });
  else setTimeout(run, PAUSE_MS);
}
