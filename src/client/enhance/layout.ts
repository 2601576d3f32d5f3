import { NAVIGATED_EVENT } from "../../shared/constants.ts";
import { SIDEBAR_ID } from "../../theme/element-ids.ts";
import { followHeadings } from "./active-heading.ts";
import { showActiveItem } from "./active-item.ts";
import { closeDropdowns } from "./dropdown.ts";
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

/**
 * Loads the drawer's script when it first opens; if that fails, the next time. The drawer works without it. Its history
 * events are stopped before they reach later listeners.
 */
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
