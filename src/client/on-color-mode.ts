import { type ColorMode, currentColorMode } from "../theme/color-mode.ts";

/** Calls back on each change of the colour mode, by the reader or by the system, as the body's attribute shows it. */
export function onColorMode(tell: (mode: ColorMode) => void, signal: AbortSignal): void {
  let last = currentColorMode();
  const observer = new MutationObserver(() => {
    const mode = currentColorMode();
    if (mode !== last) tell(mode);
    last = mode;
  });
  observer.observe(document.body, { attributeFilter: ["data-theme"] });
  signal.addEventListener("abort", () => observer.disconnect());
}
