import { NAVIGATED_EVENT, NOT_FOUND_ROUTE } from "../../shared/constants.ts";
import { toUrl } from "../../shared/route.ts";
import { TOP_ID } from "../../theme/ids.ts";
import { elementOf } from "../enhance/reveal.ts";
import { readPageData } from "../page-data.ts";
import { basePath } from "../site-address.ts";
import { announce } from "./announce.ts";
import { checkEncoding, linkOf, pageAddress } from "./links.ts";
import { createPages, parsePage } from "./pages.ts";
import { startPrefetching } from "./prefetch.ts";
import { createScrollMemory } from "./scroll-memory.ts";
import { swapHead } from "./swap.ts";
import { createWaiting } from "./waiting.ts";

export interface RouterHooks {
  /** Puts the page in the place of the one that is shown. */
  readonly show: (next: Document) => Promise<void>;
  /** Gives the new article what a page gets when it is loaded. */
  readonly onShown: () => void;
}

/** How a navigation came about: by a link, or by the browser's Back and Forward. */
type Cause = "link" | "history";

/**
 * Navigation without loading whole pages: the next page's HTML is fetched and takes the place of the
 * one that is shown. Whatever is not a page of this client is left to the browser.
 */
export function startRouter({ show, onShown }: RouterHooks): void {
  const pages = createPages();
  const waiting = createWaiting();
  const memory = createScrollMemory();
  const observeLinks = startPrefetching(pages);
  /** Address that is shown; the browser's own is ahead of it while a page is on its way. */
  let shown = new URL(location.href);
  /** Only the last navigation asked for is shown. */
  let latest = 0;

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
      observeLinks();
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

  addEventListener("click", (event) => {
    const link = linkOf(event);
    const isOther = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    const address = link === undefined || isOther || event.defaultPrevented ? undefined : pageAddress(link);
    if (address === undefined) return;
    const isHere = address.pathname === location.pathname && address.search === location.search;
    // A part of this page is the browser's to find.
    if (isHere && address.hash !== "") return;
    event.preventDefault();
    if (isHere) {
      latest++;
      waiting.done();
      scrollTo({ top: 0 });
    } else void go(address, "link");
  });
  addEventListener("popstate", () => {
    memory.leave();
    memory.enter();
    const address = new URL(location.href);
    const isShown = address.pathname === shown.pathname && address.search === shown.search;
    if (!isShown) return void go(address, "history");
    latest++;
    waiting.done();
    shown = address;
    if (history.scrollRestoration === "manual") memory.restore();
  });
  takePlainAddress(waiting.fail);
  observeLinks();
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

/** Shows the address that other pages link to, where a page was opened by a file's name. */
function takePlainAddress(fail: (error: unknown, retry: () => void) => void): void {
  try {
    checkEncoding(new URL(location.href));
  } catch (error) {
    fail(error, () => location.reload());
    return;
  }
  const { route } = readPageData(document);
  const isFile = location.pathname.endsWith(".html") && route !== NOT_FOUND_ROUTE;
  if (isFile) history.replaceState(history.state, "", toUrl(basePath(), route) + location.search + location.hash);
}
