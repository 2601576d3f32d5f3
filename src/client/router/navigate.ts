import { NAVIGATED_EVENT } from "../../shared/constants.ts";
import { toUrl } from "../../shared/route.ts";
import { TOP_ID } from "../../theme/element-ids.ts";
import { elementOf } from "../enhance/reveal.ts";
import { basePath, parseHtmlPage, readPageData } from "../page.ts";
import { withTimeout } from "../timing.ts";
import { isSamePage } from "./links.ts";
import type { loadPage } from "./load-pages.ts";
import { announce, createLoadingIndicator } from "./loading-indicator.ts";
import { createScrollMemory } from "./scroll-memory.ts";
import { swapHead } from "./swap.ts";

export interface NavigationHooks {
  /** Loads what a page needs besides its HTML. @returns a function that shows it */
  readonly prepare: (next: Document) => Promise<() => void>;
  /** Initialises the new page, as after a full load. */
  readonly onShown: () => void;
}

/** What started a navigation: a link, or Back and Forward. */
type Cause = "link" | "history";

/**
 * Fetches the next page and swaps it in. The address changes together with the page; what can't be shown is left to the
 * browser, as without a script.
 *
 * @param opened address of the page loaded by the browser
 */
export function createNavigation(load: typeof loadPage, { prepare, onShown }: NavigationHooks, opened: URL) {
  const waiting = createLoadingIndicator();
  const memory = createScrollMemory();
  /** Address of the shown page; the browser's is ahead of it while a page is loading. */
  let shown = opened;
  /** Only the most recent navigation is shown. */
  let latest = 0;
  const stop = () => {
    latest++;
    waiting.done();
  };

  const go = async (address: URL, cause: Cause): Promise<void> => {
    const turn = ++latest;
    waiting.start();
    try {
      const html = await load(address, "high");
      if (turn !== latest) return;
      const next = html === undefined ? undefined : parseHtmlPage(html);
      const ready = next === undefined ? undefined : await readyPage(next, address).catch(logMissing);
      if (turn !== latest) return;
      if (next === undefined || ready === undefined) {
        // The back-forward cache must not keep a loading indicator.
        waiting.done();
        // After Back or Forward, the browser has the address already.
        return cause === "history" ? location.reload() : location.assign(address);
      }
      const previous = shown;
      if (cause === "link") {
        memory.leave();
        memory.push(ready.address);
      }
      ready.show();
      swapHead(next);
      shown = new URL(location.href);
      onShown();
      restorePosition(previous, cause);
      announce(document.title);
      waiting.done();
      document.dispatchEvent(new CustomEvent(NAVIGATED_EVENT, { detail: { previous } }));
    } catch (error) {
      if (turn === latest) waiting.fail(error, () => void go(address, cause));
    }
  };

  /** Loads what a page needs. @returns its canonical address, and a function that shows it */
  const readyPage = async (next: Document, { search, hash }: URL) => ({
    address: new URL(toUrl(basePath(), readPageData(next).route) + search + hash, location.href),
    show: await withTimeout(prepare(next)),
  });

  /** Sets the scroll position: the remembered one, that of the heading, or the top. */
  const restorePosition = (previous: URL, cause: Cause) => {
    if (cause === "history" && memory.restore()) return;
    const target = elementOf(shown.hash);
    if (target !== null) return target.scrollIntoView({ behavior: "instant" });
    if (previous.pathname !== shown.pathname) scrollTo({ top: 0, behavior: "instant" });
    if (cause === "link") document.getElementById(TOP_ID)?.focus({ preventScroll: true });
  };

  addEventListener("click", memory.leave, { capture: true });
  return {
    visit: (address: URL) => {
      if (!isSamePage(address, shown)) return void go(address, "link");
      stop();
      scrollTo({ top: 0 });
    },
    /** Handles Back and Forward. */
    step: () => {
      // By now, the browser has followed a link in the page: the position before is that of the click.
      if (memory.isVisited()) memory.leave();
      memory.enter();
      const address = new URL(location.href);
      if (!isSamePage(address, shown)) return void go(address, "history");
      stop();
      shown = address;
      if (history.scrollRestoration === "manual") memory.restore();
    },
    /** Shows an error. */
    fail: waiting.fail,
  };
}

/** An incomplete page, or one whose resources can't be loaded, is left to the browser. */
function logMissing(error: unknown): undefined {
  console.info(`docgen: the next page is loaded in full: ${String(error)}`);
}
