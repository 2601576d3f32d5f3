/**
 * Calls back when the reader first reaches for a sample's code or the bar above it, by pointer or
 * keyboard: the editor is heavy, and most readers of a page only look.
 *
 * @param run called again at the next reach where it gives false
 */
export function onReach(figure: HTMLElement, run: () => Promise<boolean>): void {
  const isReached =
    figure.contains(document.activeElement) || figure.querySelector("pre:hover, .live-bar:hover") !== null;
  const listening = new AbortController();
  let isRunning = false;
  const start = async () => {
    if (isRunning) return;
    isRunning = true;
    if (await run()) listening.abort();
    isRunning = false;
  };
  for (const part of figure.querySelectorAll("pre, .live-bar")) {
    for (const type of ["pointerenter", "focusin"]) part.addEventListener(type, start, { signal: listening.signal });
  }
  if (isReached) void start();
}
