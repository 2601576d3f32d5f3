/** What samples say to each other, in this tab and in the site's others. */
const CHANNEL = "docgen-live";
/** Time in which a frame that no loop holds answers, in milliseconds. */
const ANSWER_MS = 300;

/** What each sample does, in this order, when one of them is to be stopped. */
export interface StopSteps {
  /** Asks its frame for a sign of life: tabs in the background don't do so by themselves. */
  readonly ask: () => void;
  /** Lets go of its frame where that is held up. */
  readonly letGo: () => void;
}

/**
 * Lets samples be stopped together, those of other tabs, too: browsers put sandboxed frames of one site into
 * one process, and only when the last of them is gone do they end it and start another.
 *
 * @param isGone whether the sample has left its page
 * @returns stops all samples that are held up
 */
export function joinStops({ ask, letGo }: StopSteps, isGone: () => boolean): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  const take = (step: unknown) => {
    if (isGone()) return channel.close();
    if (step === "ask") ask();
    if (step === "let go") letGo();
  };
  const tell = (step: "ask" | "let go") => {
    // A closed channel takes no message.
    if (!isGone()) channel.postMessage(step);
    take(step);
  };
  channel.addEventListener("message", ({ data }) => take(data));
  return () => {
    tell("ask");
    setTimeout(() => tell("let go"), ANSWER_MS);
  };
}
