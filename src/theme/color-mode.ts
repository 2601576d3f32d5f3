import { COLOR_MODE_STORAGE_KEY } from "../shared/constants.ts";
import { readStored } from "./storage.ts";

export type ColorMode = "light" | "dark";

/** The current colour mode: the chosen one, else the system's preference if the site respects it. */
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

/** Mirrors the mode to the body, for third-party scripts and styles, and to the `theme-color` tags. */
export function mirrorColorMode(): void {
  const mode = currentColorMode();
  document.body.dataset.theme = mode;
  for (const tag of document.querySelectorAll<HTMLMetaElement>("[name=theme-color]"))
    tag.media = tag.dataset.mode === mode ? "" : "not all";
}

/** Parses the name of a colour mode; undefined for anything else. */
function parseColorMode(name: string | undefined): ColorMode | undefined {
  return name === "light" || name === "dark" ? name : undefined;
}

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
