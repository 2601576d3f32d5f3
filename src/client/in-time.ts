/** What loads longer, in milliseconds, is as good as missing: the browser does without it. */
const LONGEST_LOAD_MS = 4000;

/** Waits for a part of the client, but not for ever. @throws Error where it takes too long, or what it is rejected with */
export function inTime<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    setTimeout(reject, LONGEST_LOAD_MS, new Error(`nothing came within ${LONGEST_LOAD_MS} ms`));
    loading.then(resolve, reject);
  });
}
