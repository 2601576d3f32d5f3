import { DRAWER_STATE_KEY } from "../../shared/constants.ts";
import { readStoredJson, writeStored } from "../../theme/storage.ts";
import { chooseTab } from "../enhance/tabs.ts";

const STORAGE_KEY = "docgen.scroll";

/** How long a page may take to reach the height it had, in milliseconds: search results come after the page. */
const MAX_GROWTH_MS = 4000;
/** What a reader scrolls with: from then on, the position is theirs. */
const SCROLLING_EVENTS = ["wheel", "touchstart", "pointerdown", "keydown", "popstate"] as const;

/** Scroll position of a history entry, and which boxes of the article were open and which tabs were chosen. */
type Position = readonly [x: number, y: number, opened?: readonly number[]];

/**
 * Remembers scroll positions for the tab's history entries, by the key of the entry, in memory and, for returning from
 * another site, in session storage. The browser restores pages that it loads; this is for pages shown by the router.
 */
export function createScrollMemory() {
  const stored = readStoredJson("sessionStorage", STORAGE_KEY);
  const isEntry = (entry: unknown) => Array.isArray(entry) && Array.isArray(entry[1]);
  const positions = new Map<string, Position>(Array.isArray(stored) ? stored.filter(isEntry) : []);
  let current = "";
  const enter = () => {
    const { key } = (history.state ?? {}) as { readonly key?: string };
    current = key ?? newKey();
    if (key === undefined) history.replaceState({ ...history.state, key: current }, "");
  };
  const leave = () => {
    const opened = boxes().flatMap((box, index) => (isOpen(box) ? [index] : []));
    positions.set(current, [scrollX, scrollY, opened]);
  };
  enter();
  history.scrollRestoration = "auto";
  addEventListener("pagehide", () => {
    leave();
    history.scrollRestoration = "auto";
    writeStored("sessionStorage", STORAGE_KEY, JSON.stringify([...positions]));
  });
  return {
    enter,
    leave,
    /** Whether the browser is at an entry that was active before, rather than at one that a link in the page has added. */
    isVisited: () => "key" in ((history.state ?? {}) as object),
    /** Adds an entry and activates it; replaces that of an open drawer. */
    push: (address: URL) => {
      history.scrollRestoration = "manual";
      const isDrawer = DRAWER_STATE_KEY in ((history.state ?? {}) as object);
      const state = { key: newKey() };
      if (isDrawer) history.replaceState(state, "", address);
      else history.pushState(state, "", address);
      enter();
    },
    /** Restores the scroll position of the entry, after opening what it depends on. @returns whether it is known */
    restore: () => {
      const position = positions.get(current);
      if (position === undefined) return false;
      for (const [index, box] of boxes().entries()) {
        if (position[2]?.includes(index)) setOpen(box);
      }
      const scroll = () => scrollTo({ left: position[0], top: position[1], behavior: "instant" });
      scroll();
      // An ongoing smooth scroll continues for one more frame.
      requestAnimationFrame(scroll);
      if (scrollY + 1 < position[1]) repeatWhileGrowing(scroll, () => scrollY + 1 >= position[1]);
      return true;
    },
  };
}

/** Scrolls again whenever the page becomes taller, until the position is reached, the reader acts, or time is up. */
function repeatWhileGrowing(scroll: () => void, isReached: () => boolean): void {
  const observer = new ResizeObserver(() => {
    scroll();
    if (isReached()) observer.disconnect();
  });
  const end = () => observer.disconnect();
  for (const type of SCROLLING_EVENTS) addEventListener(type, end, { once: true, capture: true });
  setTimeout(end, MAX_GROWTH_MS);
  observer.observe(document.body);
}

type Box = HTMLDetailsElement | HTMLInputElement;

/** The article's details and tabs. Tabs with an id are left out: the whole site shares their choice. */
function boxes(): Box[] {
  return [...document.querySelectorAll<Box>(".markdown details, .tabs:not([data-group]) > .tab-list input")];
}

const isOpen = (box: Box): boolean => (box instanceof HTMLDetailsElement ? box.open : box.checked);

function setOpen(box: Box): void {
  if (box instanceof HTMLDetailsElement) box.open = true;
  else chooseTab(box.closest(".tabs"), box.value);
}

function newKey(): string {
  return Math.random().toString(36).slice(2, 8);
}
