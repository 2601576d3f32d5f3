import { DRAWER_STATE_KEY, HISTORY_KEY_LENGTH } from "../../shared/constants.ts";
import { store } from "../../theme/storage.ts";
import { readStoredJson } from "../stored-json.ts";

const STORAGE_KEY = "docgen.scroll";

/**
 * Remembers where the reader was on each entry of the tab's history. Positions stand by the key of the
 * entry, in memory and, for what comes back from another site, in session storage. The browser restores
 * what it loads itself; only what the router shows is restored here.
 */
export function createScrollMemory() {
  const positions = new Map<string, readonly [number, number]>(read());
  let current = "";
  /** Takes up the entry that the history has come to. */
  const enter = () => {
    const { key } = (history.state ?? {}) as { readonly key?: string };
    current = key ?? newKey();
    if (key === undefined) history.replaceState({ ...history.state, key: current }, "");
  };
  /** Notes where the reader is on the entry being left. */
  const leave = () => positions.set(current, [scrollX, scrollY]);
  enter();
  history.scrollRestoration = "auto";
  addEventListener("pagehide", () => {
    leave();
    history.scrollRestoration = "auto";
    store("sessionStorage", STORAGE_KEY, JSON.stringify([...positions]));
  });
  return {
    enter,
    leave,
    /** Adds an entry and takes it up; one that the open drawer has added is replaced. */
    push: (address: URL) => {
      history.scrollRestoration = "manual";
      const isDrawer = DRAWER_STATE_KEY in ((history.state ?? {}) as object);
      const state = { key: newKey() };
      if (isDrawer) history.replaceState(state, "", address);
      else history.pushState(state, "", address);
      enter();
    },
    /** Scrolls to where the reader was on this entry. @returns whether that is known */
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
  const stored = readStoredJson("sessionStorage", STORAGE_KEY);
  return Array.isArray(stored) ? stored.filter((entry) => Array.isArray(entry) && Array.isArray(entry[1])) : [];
}
