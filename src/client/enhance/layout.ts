import { NAVIGATED_EVENT } from "../../shared/constants.ts";
import { SIDEBAR_ID } from "../../theme/ids.ts";
import { closeDropdowns } from "./dropdown.ts";
import { followScroll } from "./scroll.ts";
import { showActiveItem } from "./sidebar.ts";
import { followHeadings } from "./toc.ts";

/**
 * Gives the layout what needs a script but not React. Called once: everything listens on the
 * document and looks elements up when something happens, so that all of the layout can be swapped.
 * It comes before a router, which must not hear of the drawer's steps in the history.
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
 * The drawer opens without a script; what watches over it comes when it is first opened, or the next
 * time where it could not be loaded. Its steps in the history are kept from those who listen later.
 */
function loadDrawer(): void {
  let onPopState = (_event: Event) => {};
  const onToggle = ({ target }: Event) => {
    if (!(target instanceof Element) || target.id !== SIDEBAR_ID) return;
    document.removeEventListener("toggle", onToggle, true);
    import("./drawer.ts").then(
      ({ superviseDrawer }) => {
        onPopState = superviseDrawer();
      },
      () => document.addEventListener("toggle", onToggle, true),
    );
  };
  document.addEventListener("toggle", onToggle, true);
  // The window's listeners are called in the order in which they came.
  addEventListener("popstate", (event) => onPopState(event));
}

/** Opens what is folded before it is printed, in browsers whose style sheets can't, and folds it again. */
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
