import { COLOR_MODE_STORAGE_KEY } from "../shared/constants.ts";

export type ColorMode = "light" | "dark";

/** The mode that the page is in now: chosen, or what the system prefers where that counts. */
export function currentColorMode(): ColorMode {
  const { theme } = document.documentElement.dataset;
  if (theme === "light" || theme === "dark") return theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Shows a mode; mirrored to the body for scripts and styles that look there. */
export function applyColorMode(mode: ColorMode): void {
  document.documentElement.dataset.theme = mode;
  document.body.dataset.theme = mode;
}

/** Keeps the reader's choice; a browser that refuses to store it is left alone. */
export function storeColorMode(mode: ColorMode): void {
  try {
    localStorage.setItem(COLOR_MODE_STORAGE_KEY, mode);
  } catch {
    // Storage is blocked or full: the choice holds for this page.
  }
}
