/** Waits for something as long as that is of use. @throws what it throws, or the signal's reason as soon as that is aborted */
export function unlessAborted<T>(signal: AbortSignal, waited: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    if (signal.aborted) giveUp();
    signal.addEventListener("abort", giveUp, { once: true });
    waited.then(resolve, reject);
  });
}
