export type ColorMode = "light" | "dark";

/** The current colour mode: the chosen one, else the system's preference where that applies. */
export function currentColorMode(): ColorMode {
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  return parseColorMode(document.documentElement.dataset.theme) ?? system;
}

/** Sets the colour mode on the root element. Undefined follows the system. */
export function applyColorMode(mode: ColorMode | undefined): void {
  const { dataset } = document.documentElement;
  if (mode === undefined) delete dataset.theme;
  else dataset.theme = mode;
  mirrorColorMode();
}

/** Tells third-party scripts and styles of the mode, by the body, and browsers, by the colour of what is around pages. */
export function mirrorColorMode(): void {
  const mode = currentColorMode();
  document.body.dataset.theme = mode;
  for (const tag of document.querySelectorAll<HTMLMetaElement>("[name=theme-color]"))
    tag.media = tag.dataset.mode === mode ? "" : "not all";
}

/** Parses the name of a colour mode; undefined for anything else. */
export function parseColorMode(name: string | undefined): ColorMode | undefined {
  return name === "light" || name === "dark" ? name : undefined;
}
