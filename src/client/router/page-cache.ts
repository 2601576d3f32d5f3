import { isBeingWritten } from "../page.ts";
import { checkEncoding } from "./links.ts";

/** Cache of fetched pages: its size, and how long a page stays fresh; off in dev mode. */
const MAX_PAGES = 60;
const MAX_AGE_MS = isBeingWritten() ? 0 : 5 * 60_000;

/** Timeout of a fetch, in milliseconds; beyond it the browser loads the page, with more patience and a stop button. */
const MAX_FETCH_MS = 10_000;

/** Returns the HTML of an address; undefined if the browser must load it. */
export type LoadPage = (address: URL, priority: RequestPriority) => Promise<string | undefined>;

/** Fetches and caches pages; failures are retried. */
export function createPageCache(): LoadPage {
  const kept = new Map<string, { readonly page: Promise<string | undefined>; readonly since: number }>();
  return (address, priority) => {
    const key = address.pathname + address.search;
    const cached = kept.get(key);
    if (cached !== undefined && performance.now() - cached.since < MAX_AGE_MS) return cached.page;
    const page = fetchPage(address, priority);
    kept.delete(key);
    kept.set(key, { page, since: performance.now() });
    page.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > MAX_PAGES && oldest !== undefined) kept.delete(oldest);
    return page;
  };
}

async function fetchPage(address: URL, priority: RequestPriority): Promise<string | undefined> {
  checkEncoding(address);
  const signal = AbortSignal.timeout(MAX_FETCH_MS);
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
