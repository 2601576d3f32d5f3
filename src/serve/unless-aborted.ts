/** Waits for a promise until the signal is aborted. @throws the rejection, or the signal's reason once it is aborted */
export function unlessAborted<T>(signal: AbortSignal, waited: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    if (signal.aborted) giveUp();
    signal.addEventListener("abort", giveUp, { once: true });
    waited.then(resolve, reject);
  });
}
