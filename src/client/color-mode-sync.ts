import { COLOR_MODE_STORAGE_KEY } from "../shared/constants.ts";
import { applyColorMode, asColorMode, currentColorMode } from "../theme/color-mode.ts";
import { readStored } from "../theme/storage.ts";

/** Mirrors the mode to the body, and follows what is chosen or forgotten in other tabs and what the system prefers. */
export function followColorMode(): void {
  const mirror = () => {
    document.body.dataset.theme = currentColorMode();
  };
  /** What the reader chose, here or in another tab, or else what the site says; neither: the system's preference counts. */
  const takeOver = () => {
    const byDefault = asColorMode(document.documentElement.dataset.defaultTheme);
    applyColorMode(asColorMode(readStored("localStorage", COLOR_MODE_STORAGE_KEY)) ?? byDefault);
  };
  mirror();
  addEventListener("storage", ({ key }) => {
    // Without a key everything was cleared.
    if (key === COLOR_MODE_STORAGE_KEY || key === null) takeOver();
  });
  // A page that was kept aside has missed what other tabs said.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) takeOver();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    // Paper is light; that is no change of what the reader prefers.
    if (!matchMedia("print").matches) mirror();
  });
}
