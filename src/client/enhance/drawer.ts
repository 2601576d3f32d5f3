import { DRAWER_STATE_KEY, NAVIGATED_EVENT } from "../../shared/constants.ts";
import { SIDEBAR_ID } from "../../theme/element-ids.ts";
import { hasModifier, targetIn } from "../dom.ts";
import { onResize } from "../timing.ts";
import { showActiveItem } from "./active-item.ts";

/** Windows with the desktop layout, as in the style sheets: wider than 996 px at the usual size of text. */
const DESKTOP = "(min-width: 62.3125em)";

/**
 * Enhances the drawer of narrow windows. As a popover it opens, closes on Escape and on a click outside, and returns
 * the focus by itself; this adds two panels, keeps the focus inside, and closes it on Back.
 *
 * While it is open, an extra history entry with the page's state and address is on top.
 *
 * @returns listener of `popstate` events, which must run before all others
 */
export function enhanceDrawer(): (event: Event) => void {
  let isOnEntry = false;
  /** Whether `history.back()` is under way. The drawer may be opened again before it ends. */
  let isLeaving = false;
  let address = location.href;
  const find = () => document.getElementById(SIDEBAR_ID);
  const isOpen = () => find()?.matches(":popover-open") === true;
  const close = () => {
    if (isOpen()) find()?.hidePopover();
  };
  const hasEntry = () => (history.state as Record<string, unknown> | null)?.[DRAWER_STATE_KEY] === true;

  const pushEntry = () => history.pushState({ ...history.state, [DRAWER_STATE_KEY]: true }, "");
  const onToggle = ({ target }: Pick<Event, "target">) => {
    if (!(target instanceof HTMLElement) || target.id !== SIDEBAR_ID) return;
    // Closing and reopening at once fires a single toggle event.
    delete target.dataset.panel;
    if (isOpen()) {
      if (!hasEntry()) pushEntry();
      isOnEntry = true;
      address = location.href;
      showActiveItem();
      target.querySelector<HTMLElement>("button")?.focus();
      addEventListener("click", onLeave);
    } else {
      removeEventListener("click", onLeave);
      if (!isOnEntry || !hasEntry()) isOnEntry = false;
      else if (!isLeaving) {
        isLeaving = true;
        history.back();
      }
    }
  };
  /** Hides steps to and from the drawer's entry from other listeners: the page stays the same. */
  const onPopState = (event: Event) => {
    if (location.href !== address) arrive();
    else if (isOnEntry !== hasEntry()) {
      event.stopImmediatePropagation();
      const isOpenAgain = isLeaving && isOpen();
      isLeaving = false;
      if (isOpenAgain) return pushEntry();
      isOnEntry = !isOnEntry;
      if (!isOnEntry) close();
      else if (!matchMedia(DESKTOP).matches) find()?.showPopover();
    }
  };
  /** A link that the router ignores replaces the drawer's entry; one to this page closes the drawer. */
  const onLeave = (event: MouseEvent) => {
    const link = targetIn<HTMLAnchorElement>(event, `#${SIDEBAR_ID} a`);
    if (event.button !== 0 || hasModifier(event) || !link?.protocol.startsWith("http")) return;
    if (event.defaultPrevented) return link.href === address ? close() : undefined;
    if (link.target !== "" || (link.hash !== "" && link.pathname === location.pathname)) return;
    event.preventDefault();
    isOnEntry = false;
    close();
    location.replace(link.href);
  };
  const arrive = () => {
    address = location.href;
    isOnEntry = false;
    isLeaving = false;
    close();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Tab" || !isOpen()) return;
    const stops = [...(find()?.querySelectorAll<HTMLElement>("a[href], button, summary") ?? [])];
    const shown = stops.filter(({ offsetParent }) => offsetParent !== null);
    const [from, to] = event.shiftKey ? [shown[0], shown.at(-1)] : [shown.at(-1), shown[0]];
    if (document.activeElement !== from && find()?.contains(document.activeElement)) return;
    event.preventDefault();
    to?.focus();
  };
  const onBack = (event: Event) => {
    const drawer = find();
    if (drawer === null || targetIn(event, ".drawer-back") === null) return;
    drawer.dataset.panel = "main";
    drawer.querySelector<HTMLElement>(".drawer-links a")?.focus();
  };

  onToggle({ target: find() });
  document.addEventListener("toggle", onToggle, true);
  document.addEventListener("keydown", onKey);
  document.addEventListener("click", onBack);
  document.addEventListener(NAVIGATED_EVENT, arrive);
  onResize(() => {
    if (matchMedia(DESKTOP).matches) close();
  });
  return onPopState;
}
