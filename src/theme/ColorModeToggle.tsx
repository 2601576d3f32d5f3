import type { ReactNode } from "react";
import { COLOR_MODE_STORAGE_KEY } from "../shared/constants.ts";
import { applyColorMode, currentColorMode } from "./color-mode.ts";
import { useTranslate } from "./site-context.ts";
import { writeStored } from "./storage.ts";

/** Switches between light and dark. The style sheet alone shows the current mode. */
export function ColorModeToggle(): ReactNode {
  const t = useTranslate();
  const toggle = () => {
    const mode = currentColorMode() === "dark" ? "light" : "dark";
    applyColorMode(mode);
    // If storage is blocked, the choice applies to this page only.
    writeStored("localStorage", COLOR_MODE_STORAGE_KEY, mode);
  };
  return (
    <button
      type="button"
      className="icon-button color-mode"
      onClick={toggle}
      aria-label={t({ id: "theme.colorToggle.ariaLabel", message: "Switch between light and dark mode" })}
    >
      <span className="icon icon-sun dark-only" />
      <span className="icon icon-moon light-only" />
    </button>
  );
}
