import { NAVIGATED_EVENT } from "../../shared/constants.ts";
import { toUrl } from "../../shared/route.ts";
import { TOP_ID } from "../../theme/ids.ts";
import { elementOf } from "../enhance/reveal.ts";
import { inTime } from "../in-time.ts";
import { readPageData } from "../page-data.ts";
import { basePath } from "../site-address.ts";
import { announce } from "./announce.ts";
import { isSamePage } from "./links.ts";
import type { FetchedPage, Pages } from "./pages.ts";
import { parsePage } from "./parse-page.ts";
import { createScrollMemory } from "./scroll-memory.ts";
import { swapHead } from "./swap.ts";
import { createWaiting } from "./waiting.ts";

export interface NavigationHooks {
  /** Loads what a page needs besides its HTML. @returns puts it in the place of the one that is shown */
  readonly prepare: (next: Document) => Promise<() => void>;
  /** Gives the new page what a page gets when it is loaded. */
  readonly onShown: () => void;
}

/** Goes from page to page. */
export interface Navigation {
  /** Follows a link to a page of this site. */
  readonly visit: (address: URL) => void;
  /** Follows the browser, which has gone back or forward. */
  readonly step: () => void;
  /** Shows why there is no page. */
  readonly fail: (error: unknown, retry: () => void) => void;
}

/** How a navigation came about: by a link, or by the browser's Back and Forward. */
type Cause = "link" | "history";

/**
 * Fetches the next page and puts it in the place of the one that is shown. The address changes with
 * the page, not before; what can't be shown here is left to the browser, as if there were no script.
 *
 * @param opened address of the page that the browser has loaded
 */
export function createNavigation(pages: Pages, { prepare, onShown }: NavigationHooks, opened: URL): Navigation {
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
      const html = await pages.load(address, "high");
      if (own !== latest) return;
      const ready = await readyPage(html, address, prepare);
      if (own !== latest) return;
      if (ready === undefined) {
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
      swapHead(ready.next);
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

  /** Where the reader is put: at the place left earlier, at the heading, at the top. */
  const place = (previous: URL, cause: Cause) => {
    if (cause === "history" && memory.restore()) return;
    const target = elementOf(shown.hash);
    if (target !== null) return target.scrollIntoView({ behavior: "instant" });
    if (previous.pathname !== shown.pathname) scrollTo({ top: 0, behavior: "instant" });
    if (cause === "link") document.getElementById(TOP_ID)?.focus({ preventScroll: true });
  };

  return {
    visit: (address) => {
      if (!isSamePage(address, shown)) return void go(address, "link");
      stop();
      scrollTo({ top: 0 });
    },
    step: () => {
      memory.leave();
      memory.enter();
      const address = new URL(location.href);
      if (!isSamePage(address, shown)) return void go(address, "history");
      stop();
      shown = address;
      if (history.scrollRestoration === "manual") memory.restore();
    },
    fail: waiting.fail,
  };
}

/** A page that can be shown. */
interface Ready {
  readonly next: Document;
  /** As other pages link to it. */
  readonly address: URL;
  readonly show: () => void;
}

/** Reads a fetched page and gets what it needs; undefined where it isn't of this client, is cut off, or lacks something. */
async function readyPage(
  html: FetchedPage,
  address: URL,
  prepare: NavigationHooks["prepare"],
): Promise<Ready | undefined> {
  const next = html === undefined ? undefined : parsePage(html);
  if (next === undefined) return undefined;
  try {
    return { next, address: addressOf(next, address), show: await inTime(prepare(next)) };
  } catch (error) {
    console.info(`docgen: the browser loads ${address.pathname} itself: ${String(error)}`);
    return undefined;
  }
}

/** The address of a fetched page as other pages link to it, with what was asked for besides the page. */
function addressOf(page: Document, { search, hash }: URL): URL {
  return new URL(toUrl(basePath(), readPageData(page).route) + search + hash, location.href);
}

/** The browser loads what isn't ours; where it has the address already, it must be told to. */
function leave(address: URL, cause: Cause): void {
  if (cause === "history") location.reload();
  else location.assign(address);
}
