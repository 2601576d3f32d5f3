import { NAVIGATED_EVENT } from "../../shared/constants.ts";
import { SIDEBAR_ID } from "../../theme/element-ids.ts";
import { targetIn } from "../dom.ts";
import { followHeadings } from "./active-heading.ts";
import { showActiveItem } from "./active-item.ts";
import { followScroll } from "./scroll.ts";

/**
 * Enhances the layout with what needs a script but not React. Call once, as all listeners are on the document and look
 * elements up when called, so that the layout can be swapped. Call it before the router starts, which must not
 * receive the drawer's history events.
 */
export function enhanceLayout(): void {
  loadDrawer();
  closeDropdowns();
  followScroll();
  followHeadings();
  openDetailsForPrint();
  showActiveItem();
  document.addEventListener(NAVIGATED_EVENT, showActiveItem);
}

/** Loads the drawer's script when it first opens, or next time. Its history events stop before later listeners. */
function loadDrawer(): void {
  let onPopState = (_event: Event) => {};
  const onToggle = ({ target }: Event) => {
    if (!(target instanceof Element) || target.id !== SIDEBAR_ID) return;
    document.removeEventListener("toggle", onToggle, true);
    import("./drawer.ts").then(
      ({ enhanceDrawer }) => {
        onPopState = enhanceDrawer();
      },
      () => document.addEventListener("toggle", onToggle, true),
    );
  };
  document.addEventListener("toggle", onToggle, true);
  // The window's listeners are called in order of registration.
  addEventListener("popstate", (event) => onPopState(event));
}

/** Opens `details` for printing, for browsers that can't in a style sheet, and closes them afterwards. */
function openDetailsForPrint(): void {
  addEventListener("beforeprint", () => {
    const closed = [...document.querySelectorAll<HTMLDetailsElement>(".markdown details:not([open])")];
    for (const details of closed) details.open = true;
    const fold = () => {
      for (const details of closed) details.open = false;
    };
    addEventListener("afterprint", fold, { once: true });
  });
}

const OPEN = ".dropdown > details[open]";

/**
 * Closes the navbar's menus: on Escape, on a click or focus elsewhere, and under a pointer that stays after a click.
 * They open without a script: as `details` on click and Enter, by the style sheet on hover.
 */
function closeDropdowns(): void {
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
