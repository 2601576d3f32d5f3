import { RESIZE_DEBOUNCE_MS } from "../../shared/constants.ts";
import { debounce } from "../timing.ts";

/**
 * Windows with the desktop layout, as in the style sheets: wider than 996 px at the usual size of text, and wider still
 * where a reader has set larger text.
 */
const DESKTOP = "(min-width: 62.3125em)";

/** Calls back after the window was resized. */
export function onResize(run: () => void): void {
  addEventListener("resize", debounce(run, RESIZE_DEBOUNCE_MS));
}

/** Whether the window has the desktop layout. */
export function isDesktop(): boolean {
  return matchMedia(DESKTOP).matches;
}
