import { RESIZE_DEBOUNCE_MS } from "../../shared/constants.ts";
import { debounce } from "../timing.ts";

/** Wider windows have the desktop layout, in CSS pixels. */
const DESKTOP_BREAKPOINT_PX = 996;

/** Calls back after the window was resized. */
export function onResize(run: () => void): void {
  addEventListener("resize", debounce(run, RESIZE_DEBOUNCE_MS));
}

/** Whether the window has the desktop layout. */
export function isDesktop(): boolean {
  return innerWidth > DESKTOP_BREAKPOINT_PX;
}
