import type { ReactNode } from "react";
import { useTranslate } from "./site-context.ts";

/** A link to the top of a long page; a client script shows it and handles clicks. */
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
