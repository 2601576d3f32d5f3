import { NAVIGATED_EVENT } from "../../shared/constants.ts";
import { toUrl } from "../../shared/route.ts";
import { TOP_ID } from "../../theme/ids.ts";
import { elementOf } from "../enhance/reveal.ts";
import { parsePage, readPageData } from "../page.ts";
import { basePath } from "../site.ts";
import { inTime } from "../timing.ts";
import { isSamePage } from "./links.ts";
import type { LoadPage } from "./pages.ts";
import { createScrollMemory } from "./scroll-memory.ts";
import { swapHead } from "./swap.ts";
import { announce, createWaiting } from "./waiting.ts";

export interface NavigationHooks {
  /** Loads what a page needs besides its HTML. @returns puts it in the place of the one that is shown */
  readonly prepare: (next: Document) => Promise<() => void>;
  /** Gives the new page what a page gets when it is loaded. */
  readonly onShown: () => void;
}

/** How a navigation came about: by a link, or by the browser's Back and Forward. */
type Cause = "link" | "history";

/**
 * Fetches the next page and puts it in the place of the one that is shown. The address changes with
 * the page, not before; what can't be shown here is left to the browser, as if there were no script.
 *
 * @param opened address of the page that the browser has loaded
 */
export function createNavigation(loadPage: LoadPage, { prepare, onShown }: NavigationHooks, opened: URL) {
  const waiting = createWaiting();
  const memory = createScrollMemory();
  /** Address that is shown; the browser's own is ahead of it while a page is on its way. */
  let shown = opened;
  /** Only the last navigation asked for is shown. */
  let latest = 0;
  const stop = () => {
    latest++;
    waiting.done();
  };

  const go = async (address: URL, cause: Cause): Promise<void> => {
    const own = ++latest;
    waiting.start();
    try {
      const html = await loadPage(address, "high");
      if (own !== latest) return;
      const next = html === undefined ? undefined : parsePage(html);
      const ready = next === undefined ? undefined : await readyPage(next, address).catch(tellMissing);
      if (own !== latest) return;
      if (next === undefined || ready === undefined) {
        // A page that the browser keeps aside must not come back as one that waits.
        waiting.done();
        return leave(address, cause);
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
      place(previous, cause);
      announce(document.title);
      waiting.done();
      document.dispatchEvent(new CustomEvent(NAVIGATED_EVENT, { detail: { previous } }));
    } catch (error) {
      if (own === latest) waiting.fail(error, () => void go(address, cause));
    }
  };

  /** Gets what a page needs. @returns its address as other pages link to it, and what shows it */
  const readyPage = async (next: Document, { search, hash }: URL) => ({
    address: new URL(toUrl(basePath(), readPageData(next).route) + search + hash, location.href),
    show: await inTime(prepare(next)),
  });

  /** Where the reader is put: at the place left earlier, at the heading, at the top. */
  const place = (previous: URL, cause: Cause) => {
    if (cause === "history" && memory.restore()) return;
    const target = elementOf(shown.hash);
    if (target !== null) return target.scrollIntoView({ behavior: "instant" });
    if (previous.pathname !== shown.pathname) scrollTo({ top: 0, behavior: "instant" });
    if (cause === "link") document.getElementById(TOP_ID)?.focus({ preventScroll: true });
  };

  return {
    /** Follows a link to a page of this site. */
    visit: (address: URL) => {
      if (!isSamePage(address, shown)) return void go(address, "link");
      stop();
      scrollTo({ top: 0 });
    },
    /** Follows the browser, which has gone back or forward. */
    step: () => {
      memory.leave();
      memory.enter();
      const address = new URL(location.href);
      if (!isSamePage(address, shown)) return void go(address, "history");
      stop();
      shown = address;
      if (history.scrollRestoration === "manual") memory.restore();
    },
    /** Shows why there is no page. */
    fail: waiting.fail,
  };
}

/** A page that was cut off, or lacks something that it needs, is the browser's to load. */
function tellMissing(error: unknown): undefined {
  console.info(`docgen: the browser loads the next page itself: ${String(error)}`);
}

/** The browser loads what isn't ours; where it has the address already, it must be told to. */
function leave(address: URL, cause: Cause): void {
  if (cause === "history") location.reload();
  else location.assign(address);
}
