import { DRAWER_STATE_KEY, HISTORY_KEY_LENGTH } from "../../shared/constants.ts";

const STORAGE_KEY = "docgen.scroll";

/** Remembers where the reader was on each entry of the tab's history. */
export interface ScrollMemory {
  /** Notes where the reader is on the entry being left. */
  readonly leave: () => void;
  /** Takes up the entry that the history has come to. */
  readonly enter: () => void;
  /** Adds an entry and takes it up; one that the open drawer has added is replaced. */
  readonly push: (address: URL) => void;
  /** Scrolls to where the reader was on this entry. @returns whether that is known */
  readonly restore: () => boolean;
}

/**
 * Positions stand by the key of the history entry, in memory and, for what comes back from another
 * site, in session storage. The browser restores what it loads itself; only what the router shows is
 * restored here.
 */
export function createScrollMemory(): ScrollMemory {
  const positions = new Map<string, readonly [number, number]>(read());
  let current = "";
  const enter = () => {
    const { key } = (history.state ?? {}) as { readonly key?: string };
    current = key ?? newKey();
    if (key === undefined) history.replaceState({ ...history.state, key: current }, "");
  };
  const leave = () => positions.set(current, [scrollX, scrollY]);
  enter();
  history.scrollRestoration = "auto";
  addEventListener("pagehide", () => {
    leave();
    history.scrollRestoration = "auto";
    write([...positions]);
  });
  return {
    enter,
    leave,
    push: (address) => {
      history.scrollRestoration = "manual";
      const isDrawer = DRAWER_STATE_KEY in ((history.state ?? {}) as object);
      const state = { key: newKey() };
      if (isDrawer) history.replaceState(state, "", address);
      else history.pushState(state, "", address);
      enter();
    },
    restore: () => {
      const position = positions.get(current);
      if (position === undefined) return false;
      const scroll = () => scrollTo({ left: position[0], top: position[1], behavior: "instant" });
      scroll();
      // A smooth scroll that is under way goes on for one more frame.
      requestAnimationFrame(scroll);
      return true;
    },
  };
}

function newKey(): string {
  return Math.random()
    .toString(36)
    .slice(2, 2 + HISTORY_KEY_LENGTH);
}

function read(): [string, [number, number]][] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((entry) => Array.isArray(entry) && Array.isArray(entry[1])) : [];
  } catch {
    // Blocked, or not ours: the reader starts at the top.
    return [];
  }
}

function write(entries: readonly unknown[]): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(entries));
  } catch {
    // Blocked or full: the reader starts at the top.
  }
}
