/**
 * Calls back once, when the reader first reaches for a sample's code or the bar above it, by pointer
 * or keyboard: the editor is heavy, and most readers of a page only look.
 */
export function onReach(figure: HTMLElement, run: () => void): void {
  const isReached =
    figure.contains(document.activeElement) || figure.querySelector("pre:hover, .live-bar:hover") !== null;
  const listening = new AbortController();
  const start = () => {
    listening.abort();
    run();
  };
  const parts = isReached ? [] : figure.querySelectorAll("pre, .live-bar");
  for (const part of parts) {
    for (const type of ["pointerover", "focusin"]) part.addEventListener(type, start, { signal: listening.signal });
  }
  if (isReached) start();
}
