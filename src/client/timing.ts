import { RESIZE_DEBOUNCE_MS } from "../shared/constants.ts";

/** Timeout of an idle callback, in milliseconds. */
const MAX_WAIT_MS = 2000;
/** Delay instead of an idle callback, which Safari lacks, in milliseconds. */
const PAUSE_MS = 200;
/** Timeout for loading a part of the client, in milliseconds. */
const MAX_LOAD_MS = 4000;

/** Runs a function when the browser is idle. */
export function whenIdle(run: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(run, { timeout: MAX_WAIT_MS });
  else setTimeout(run, PAUSE_MS);
}

/** Runs a function once an element comes within a distance of the window, in CSS pixels. @returns cancels it */
export function whenNear(element: Element, distance: number, run: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      run();
    },
    { rootMargin: `${distance}px 0px` },
  );
  observer.observe(element);
  return () => observer.disconnect();
}

/** Awaits a part of the client, with a timeout. @throws Error on timeout, or the reason of a rejection */
export function withTimeout<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    setTimeout(reject, MAX_LOAD_MS, new Error(`no response within ${MAX_LOAD_MS} ms`));
    loading.then(resolve, reject);
  });
}

/** Debounces a function: it runs once there was no call for `pauseMs`. */
export function debounce(run: () => void, pauseMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(run, pauseMs);
  };
}

/** Calls back after the window was resized. */
export function onResize(run: () => void): void {
  addEventListener("resize", debounce(run, RESIZE_DEBOUNCE_MS));
}
