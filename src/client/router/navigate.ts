import { NAVIGATED_EVENT } from "../../shared/constants.ts";
import { toUrl } from "../../shared/route.ts";
import { TOP_ID } from "../../theme/ids.ts";
import { elementOf } from "../enhance/reveal.ts";
import { readPageData } from "../page-data.ts";
import { basePath } from "../site-address.ts";
import { announce } from "./announce.ts";
import { isSamePage } from "./links.ts";
import type { Pages } from "./pages.ts";
import { parsePage } from "./parse-page.ts";
import { createScrollMemory } from "./scroll-memory.ts";
import { swapHead } from "./swap.ts";
import { createWaiting } from "./waiting.ts";

export interface NavigationHooks {
  /** Puts the page in the place of the one that is shown. */
  readonly show: (next: Document) => Promise<void>;
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
 * Fetches the next page and puts it in the place of the one that is shown.
 *
 * @param opened address of the page that the browser has loaded
 */
export function createNavigation(pages: Pages, { show, onShown }: NavigationHooks, opened: URL): Navigation {
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
      const next = html === undefined ? undefined : parsePage(html);
      if (next === undefined) return leave(address, cause);
      const previous = shown;
      if (cause === "link") {
        memory.leave();
        memory.push(addressOf(next, address));
      }
      await show(next);
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

/** The address of a fetched page as other pages link to it, with what was asked for besides the page. */
function addressOf(page: Document, { search, hash }: URL): URL {
  return new URL(toUrl(basePath(), readPageData(page).route) + search + hash, location.href);
}

/** The browser loads what isn't ours; where it has the address already, it must be told to. */
function leave(address: URL, cause: Cause): void {
  if (cause === "history") location.reload();
  else location.assign(address);
}
