export type ColorMode = "light" | "dark";

/** The current colour mode: the chosen one, else the system's preference where that applies. */
export function currentColorMode(): ColorMode {
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  return parseColorMode(document.documentElement.dataset.theme) ?? system;
}

/**
 * Sets the colour mode on the root element, and on the body for third-party scripts and styles. Undefined follows
 * the system.
 */
export function applyColorMode(mode: ColorMode | undefined): void {
  const { dataset } = document.documentElement;
  if (mode === undefined) delete dataset.theme;
  else dataset.theme = mode;
  document.body.dataset.theme = currentColorMode();
}

/** Parses the name of a colour mode; undefined for anything else. */
export function parseColorMode(name: string | undefined): ColorMode | undefined {
  return name === "light" || name === "dark" ? name : undefined;
}
