import { PAGE_DATA_ID } from "../../theme/ids.ts";
import { checkEncoding } from "./links.ts";

/** Pages kept for the next clicks, and how long one may be shown without asking again. */
const KEPT_PAGES = 60;
const KEPT_MS = 5 * 60_000;

/** The HTML of an address; undefined where the browser must load it itself. */
export type FetchedPage = string | undefined;

/** Fetches pages and keeps them; what fails is asked for again. */
export interface Pages {
  readonly load: (address: URL, priority: RequestPriority) => Promise<FetchedPage>;
}

export function createPages(): Pages {
  const kept = new Map<string, { readonly page: Promise<FetchedPage>; readonly since: number }>();
  return {
    load: (address, priority) => {
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
    },
  };
}

async function fetchPage(address: URL, priority: RequestPriority): Promise<FetchedPage> {
  checkEncoding(address);
  const response = await fetch(address.pathname + address.search, { priority, headers: { Accept: "text/html" } });
  const isPage = response.ok && response.headers.get("content-type")?.startsWith("text/html") === true;
  return isPage ? response.text() : undefined;
}

/**
 * Reads a fetched page; undefined where it isn't one of this client's: a redirect, a page made by
 * another build, for another language or under another policy, or none of ours at all.
 */
export function parsePage(html: string): Document | undefined {
  const page = new DOMParser().parseFromString(html, "text/html");
  const isOurs = page.getElementById(PAGE_DATA_ID) !== null && clientTag(page) === clientTag(document);
  return isOurs ? page : undefined;
}

/** The client's script and the policy that it runs under. */
function clientTag(from: Document): string {
  const tags = from.querySelectorAll("script[data-site], meta[http-equiv]");
  return [...tags].map(({ outerHTML }) => outerHTML).join("");
}
