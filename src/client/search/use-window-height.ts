import { type RefObject, useEffect } from "react";
import { RESIZE_DEBOUNCE_MS } from "../../shared/constants.ts";

/** Tells the style sheet how much of the window a phone's keyboard leaves, as `--window-height`. */
export function useWindowHeight(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const measure = () => {
      element.current?.style.setProperty("--window-height", `${visualViewport?.height ?? innerHeight}px`);
    };
    const onResize = () => {
      clearTimeout(timer);
      timer = setTimeout(measure, RESIZE_DEBOUNCE_MS);
    };
    measure();
    visualViewport?.addEventListener("resize", onResize);
    return () => {
      clearTimeout(timer);
      visualViewport?.removeEventListener("resize", onResize);
    };
  }, [element]);
}
