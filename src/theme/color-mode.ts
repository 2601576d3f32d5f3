import { COLOR_MODE_STORAGE_KEY } from "../shared/constants.ts";

export type ColorMode = "light" | "dark";

/** The mode that the page is in now: chosen, or what the system prefers where that counts. */
export function currentColorMode(): ColorMode {
  const { theme } = document.documentElement.dataset;
  if (theme === "light" || theme === "dark") return theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/**
 * Shows a mode; mirrored to the body for scripts and styles that look there. Without one the page
 * follows the system.
 */
export function applyColorMode(mode: ColorMode | undefined): void {
  const { dataset } = document.documentElement;
  if (mode === undefined) delete dataset.theme;
  else dataset.theme = mode;
  document.body.dataset.theme = currentColorMode();
}

/** Keeps the reader's choice; a browser that refuses to store it is left alone. */
export function storeColorMode(mode: ColorMode): void {
  try {
    localStorage.setItem(COLOR_MODE_STORAGE_KEY, mode);
  } catch {
    // Storage is blocked or full: the choice holds for this page.
  }
}

/** What the reader chose, here or in another tab; undefined where nothing is stored, or nothing that is a mode. */
export function storedColorMode(): ColorMode | undefined {
  try {
    return asColorMode(localStorage.getItem(COLOR_MODE_STORAGE_KEY));
  } catch {
    // Storage is blocked: there is no choice.
    return undefined;
  }
}

/** The mode of a site whose reader has chosen none; undefined where the system's preference counts. */
export function defaultColorMode(): ColorMode | undefined {
  return asColorMode(document.documentElement.dataset.defaultTheme);
}

function asColorMode(text: string | null | undefined): ColorMode | undefined {
  return text === "light" || text === "dark" ? text : undefined;
}
