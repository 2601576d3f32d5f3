import type { ReactNode } from "react";
import { useTranslate } from "./site-context.ts";

/** Leads back to the top of a long page; a script shows it and does what it says. */
export function BackToTop(): ReactNode {
  const t = useTranslate();
  return (
    <button
      type="button"
      className="back-to-top"
      data-native=""
      aria-label={t({ id: "theme.BackToTopButton.buttonAriaLabel", message: "Scroll back to top" })}
    >
      <span className="icon icon-up" />
    </button>
  );
}
