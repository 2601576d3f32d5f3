import { isBeingWritten } from "../site.ts";
import { checkEncoding } from "./links.ts";

/** Pages kept for the next clicks, and how long one may be shown without asking again: not while pages are being written. */
const KEPT_PAGES = 60;
const KEPT_MS = isBeingWritten() ? 0 : 5 * 60_000;

/** What is not there by then, in milliseconds, is left to the browser, which has more patience and a button to stop. */
const LONGEST_FETCH_MS = 10_000;

/** Gives the HTML of an address; undefined where the browser must load it itself. */
export type LoadPage = (address: URL, priority: RequestPriority) => Promise<string | undefined>;

/** Fetches pages and keeps them; what fails is asked for again. */
export function createPages(): LoadPage {
  const kept = new Map<string, { readonly page: Promise<string | undefined>; readonly since: number }>();
  return (address, priority) => {
    const key = address.pathname + address.search;
    const found = kept.get(key);
    if (found !== undefined && performance.now() - found.since < KEPT_MS) return found.page;
    const page = fetchPage(address, priority);
    kept.delete(key);
    kept.set(key, { page, since: performance.now() });
    page.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > KEPT_PAGES && oldest !== undefined) kept.delete(oldest);
    return page;
  };
}

async function fetchPage(address: URL, priority: RequestPriority): Promise<string | undefined> {
  checkEncoding(address);
  const signal = AbortSignal.timeout(LONGEST_FETCH_MS);
  const headers = { Accept: "text/html" };
  try {
    const response = await fetch(address.pathname + address.search, { priority, headers, signal });
    const isPage = response.ok && response.headers.get("content-type")?.startsWith("text/html") === true;
    return isPage ? await response.text() : undefined;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}
