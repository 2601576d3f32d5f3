import type { ReactNode } from "react";
import { applyColorMode, currentColorMode, storeColorMode } from "./color-mode.ts";
import { useTranslate } from "./site-context.ts";

/** Switches between light and dark. What it shows follows the page's mode through the style sheet alone. */
export function ColorModeToggle(): ReactNode {
  const t = useTranslate();
  const toggle = () => {
    const mode = currentColorMode() === "dark" ? "light" : "dark";
    applyColorMode(mode);
    storeColorMode(mode);
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
