import { isBeingWritten } from "../page.ts";
import { whenIdle } from "../timing.ts";
import { addressOfEvent, pageAddress } from "./links.ts";
import type { LoadPage } from "./page-cache.ts";

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
export function startPrefetching(loadPage: LoadPage, onReachPage: () => void): () => void {
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
