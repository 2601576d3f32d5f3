import { isBeingWritten } from "../site.ts";
import { whenIdle } from "../timing.ts";
import { linkOf, pageAddress } from "./links.ts";
import type { LoadPage } from "./pages.ts";

/** Pages fetched at the same time because their links can be seen. */
const AT_ONCE = 2;

interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** Nothing is fetched ahead for who saves data or is on a slow line. */
export function mayPrefetch(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: Connection };
  return connection?.saveData !== true && connection?.effectiveType?.includes("2g") !== true;
}

/**
 * Fetches a page ahead when its link is hovered, touched or focused, and, when nothing else is to be
 * done, when it can be seen.
 *
 * @param onReachPage called when the reader is about to follow a link
 * @returns looks for the links of a page that has come to be shown
 */
export function startPrefetching(loadPage: LoadPage, onReachPage: () => void): () => void {
  const onReach = (event: Event) => {
    const link = linkOf(event);
    const address = link === undefined ? undefined : pageAddress(link);
    if (address === undefined || !isElsewhere(address)) return;
    onReachPage();
    if (mayPrefetch()) loadPage(address, "high").catch(ignore);
  };
  for (const type of ["pointerover", "touchstart", "focusin"])
    addEventListener(type, onReach, { passive: true, capture: true });

  const waiting: URL[] = [];
  let running = 0;
  const next = () => {
    const address = running < AT_ONCE ? waiting.shift() : undefined;
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
    // While pages are being written, each would be made only to be thrown away.
    if (isBeingWritten()) return;
    observer.disconnect();
    waiting.length = 0;
    for (const link of document.links) if (link instanceof HTMLAnchorElement) observer.observe(link);
  };
}

function isElsewhere({ pathname }: URL): boolean {
  return pathname !== location.pathname;
}

/** What can't be fetched ahead is fetched, and its failure told, when it is wanted. */
function ignore(): void {}
