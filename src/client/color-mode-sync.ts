import { COLOR_MODE_STORAGE_KEY } from "../shared/constants.ts";
import { applyColorMode, mirrorColorMode, parseColorMode } from "../theme/color-mode.ts";
import { readStored } from "../theme/storage.ts";

/** Mirrors the colour mode to the body, and follows changes in other tabs and of the system's preference. */
export function followColorMode(): void {
  /** Applies the stored mode, else the site's default; with neither, the system's preference applies. */
  const applyStoredMode = () => {
    const byDefault = parseColorMode(document.documentElement.dataset.defaultTheme);
    applyColorMode(parseColorMode(readStored("localStorage", COLOR_MODE_STORAGE_KEY)) ?? byDefault);
  };
  mirrorColorMode();
  addEventListener("storage", ({ key }) => {
    // The key is null when the whole storage was cleared.
    if (key === COLOR_MODE_STORAGE_KEY || key === null) applyStoredMode();
  });
  // A page restored from the back-forward cache has missed the events of other tabs.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) applyStoredMode();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    // Printing is light, but doesn't change the reader's preference.
    if (!matchMedia("print").matches) mirrorColorMode();
  });
}
