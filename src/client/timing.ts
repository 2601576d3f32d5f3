/** A busy page is kept waiting no longer than this, in milliseconds. */
const LONGEST_WAIT_MS = 2000;
/** Where the browser can't tell when it is idle (Safari), in milliseconds. */
const PAUSE_MS = 200;
/** What loads longer, in milliseconds, is as good as missing: the browser does without it. */
const LONGEST_LOAD_MS = 4000;

/** Runs something when the browser has nothing else to do. */
export function whenIdle(run: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(run, { timeout: LONGEST_WAIT_MS });
  else setTimeout(run, PAUSE_MS);
}

/** Waits for a part of the client, but not for ever. @throws Error where it takes too long, or what it is rejected with */
export function inTime<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    setTimeout(reject, LONGEST_LOAD_MS, new Error(`nothing came within ${LONGEST_LOAD_MS} ms`));
    loading.then(resolve, reject);
  });
}

/** Makes a function that is run once it has not been asked for during `pauseMs`. */
export function debounce(run: () => void, pauseMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(run, pauseMs);
  };
}
