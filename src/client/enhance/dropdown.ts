import { NAVIGATED_EVENT } from "../../shared/constants.ts";
import { targetIn } from "../make.ts";

const OPEN = ".dropdown > details[open]";

/**
 * Closes the navbar's menus: on Escape, on a click or focus elsewhere, and under a pointer that stays after a click.
 * They open without a script: as `details` on click and Enter, by the style sheet on hover.
 */
export function closeDropdowns(): void {
  const root = document.documentElement;
  const close = (target?: EventTarget | null) => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>(OPEN)) {
      const isInside = target instanceof Node && details.parentElement?.contains(target);
      if (!isInside) details.open = false;
    }
  };
  /** Keeps a menu closed that is open by hover only, until the pointer leaves it. */
  const dismiss = (on: boolean) => root.toggleAttribute("data-menus-dismissed", on);

  for (const type of ["pointerdown", "focusin"]) document.addEventListener(type, ({ target }) => close(target));
  document.addEventListener("pointerover", (event) => {
    if (targetIn(event, ".dropdown") === null) dismiss(false);
    else close(event.target);
  });
  document.addEventListener("click", (event) => {
    const menu = targetIn(event, "summary")?.closest(".dropdown");
    if (menu) dismiss(menu.querySelector("details[open]") !== null);
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    document.querySelector(OPEN)?.querySelector("summary")?.focus();
    close();
    dismiss(document.querySelector(".dropdown:hover") !== null);
  });
  document.addEventListener(NAVIGATED_EVENT, () => {
    close();
    dismiss(true);
  });
}
