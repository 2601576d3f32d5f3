export type ColorMode = "light" | "dark";

/** The mode that the page is in now: chosen, or what the system prefers where that counts. */
export function currentColorMode(): ColorMode {
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  return asColorMode(document.documentElement.dataset.theme) ?? system;
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

/** A mode by its name; undefined for anything else. */
export function asColorMode(name: string | undefined): ColorMode | undefined {
  return name === "light" || name === "dark" ? name : undefined;
}
