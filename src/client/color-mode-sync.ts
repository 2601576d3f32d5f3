import { COLOR_MODE_STORAGE_KEY } from "../shared/constants.ts";
import { applyColorMode, currentColorMode } from "../theme/color-mode.ts";

/** Mirrors the mode to the body and takes over what is chosen in another tab. */
export function followColorMode(): void {
  document.body.dataset.theme = currentColorMode();
  addEventListener("storage", ({ key, newValue }) => {
    if (key === COLOR_MODE_STORAGE_KEY && (newValue === "light" || newValue === "dark")) applyColorMode(newValue);
  });
}
