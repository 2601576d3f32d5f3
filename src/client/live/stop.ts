const CHANNEL = "docgen-live";
/** Time for a frame that isn't blocked to answer, in milliseconds. */
const ANSWER_MS = 300;

/** Steps that each sample performs when one of them is stopped, in this order. */
export interface StopSteps {
  /** Pings its frame: hidden tabs don't by themselves. */
  readonly ping: () => void;
  /** Closes its frame if that is blocked. */
  readonly closeBlocked: () => void;
}

/**
 * Stops samples together, in all tabs: browsers put the sandboxed frames of a site into one process, and end it only
 * when the last of them is closed.
 *
 * @param isGone whether the sample was removed from its page
 * @returns stops all blocked samples
 */
export function joinStopChannel({ ping, closeBlocked }: StopSteps, isGone: () => boolean): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  const take = (step: unknown) => {
    if (isGone()) return channel.close();
    if (step === "ping") ping();
    if (step === "close") closeBlocked();
  };
  const tell = (step: "ping" | "close") => {
    // A closed channel throws on `postMessage`.
    if (!isGone()) channel.postMessage(step);
    take(step);
  };
  channel.addEventListener("message", ({ data }) => take(data));
  return () => {
    tell("ping");
    setTimeout(() => tell("close"), ANSWER_MS);
  };
}
