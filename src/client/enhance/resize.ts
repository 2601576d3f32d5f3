import { DESKTOP_BREAKPOINT_PX, RESIZE_DEBOUNCE_MS } from "../../shared/constants.ts";

/** Runs something when the window has come to rest at another size. */
export function onResize(run: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  addEventListener("resize", () => {
    clearTimeout(timer);
    timer = setTimeout(run, RESIZE_DEBOUNCE_MS);
  });
}

/** Whether the window has the desktop layout. */
export function isDesktop(): boolean {
  return innerWidth > DESKTOP_BREAKPOINT_PX;
}
