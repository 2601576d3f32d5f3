import { isBeingWritten } from "../page.ts";
import { whenIdle } from "../timing.ts";
import { addressOfEvent, checkEncoding, pageAddress } from "./links.ts";

/** Cache of fetched pages: its size, and how long a page stays fresh; off in dev mode. */
const MAX_PAGES = 60;
const MAX_AGE_MS = isBeingWritten() ? 0 : 5 * 60_000;

/** Timeout of a fetch, in milliseconds; beyond it the browser loads the page, with more patience and a stop button. */
const MAX_FETCH_MS = 10_000;

const cache = new Map<string, { readonly page: Promise<string | undefined>; readonly since: number }>();

/** Fetches the HTML of an address once; failures are retried. Undefined if the browser must load the page. */
export function loadPage(address: URL, priority: RequestPriority): Promise<string | undefined> {
  const key = address.pathname + address.search;
  const cached = cache.get(key);
  if (cached !== undefined && performance.now() - cached.since < MAX_AGE_MS) return cached.page;
  const page = fetchPage(address, priority);
  cache.delete(key);
  cache.set(key, { page, since: performance.now() });
  page.catch(() => cache.delete(key));
  const [oldest] = cache.keys();
  if (cache.size > MAX_PAGES && oldest !== undefined) cache.delete(oldest);
  return page;
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

const MAX_CONCURRENT = 2;

/** Prefetching is off with data saver or on a slow connection. */
export function mayPrefetch(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData !== true && connection?.effectiveType?.includes("2g") !== true;
}

/**
 * Prefetches pages when their links are hovered, touched or focused, and, when idle, those of visible links.
 *
 * @param onReachPage called when the reader is about to follow a link
 * @returns observes the links of a new page
 */
export function startPrefetching(onReachPage: () => void): () => void {
  const onReach = (event: Event) => {
    const address = addressOfEvent(event);
    if (address === undefined || !isElsewhere(address)) return;
    onReachPage();
    // A failed one is fetched again, and reported, on click.
    if (mayPrefetch()) loadPage(address, "high").catch(() => undefined);
  };
  for (const type of ["pointerover", "touchstart", "focusin"])
    addEventListener(type, onReach, { passive: true, capture: true });

  const waiting: URL[] = [];
  let running = 0;
  const next = () => {
    const address = running < MAX_CONCURRENT ? waiting.shift() : undefined;
    if (address === undefined) return;
    running++;
    const done = () => {
      running--;
      next();
    };
    loadPage(address, "low").then(done, done);
    next();
  };
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      const address = isIntersecting ? pageAddress(target as HTMLAnchorElement) : undefined;
      if (address === undefined) continue;
      observer.unobserve(target);
      if (isElsewhere(address) && mayPrefetch()) waiting.push(address);
    }
    whenIdle(next);
  });
  return () => {
    // In dev mode prefetched pages would be rendered in vain.
    if (isBeingWritten()) return;
    observer.disconnect();
    waiting.length = 0;
    for (const link of document.links) if (link instanceof HTMLAnchorElement) observer.observe(link);
  };
}

function isElsewhere({ pathname }: URL): boolean {
  return pathname !== location.pathname;
}
