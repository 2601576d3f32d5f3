import { decodePath } from "../../shared/route.ts";
import { targetIn } from "../dom.ts";
import { basePath } from "../page.ts";

/** The plain address of a link to a page; undefined if the browser must follow it: files, downloads, other origins. */
export function pageAddress(link: HTMLAnchorElement): URL | undefined {
  const isLeft =
    link.origin !== location.origin ||
    link.hasAttribute("download") ||
    link.closest("[data-noroute]") !== null ||
    !["", "_self"].includes(link.target) ||
    !link.pathname.startsWith(basePath());
  if (isLeft) return undefined;
  const address = new URL(link.href);
  address.pathname = address.pathname.replace(/\/index\.html$/, "/").replace(/\.html$/, "");
  return /\.\w+$/.test(address.pathname) ? undefined : address;
}

/** The address of the page that the target of an event links to; undefined as for `pageAddress`. */
export function addressOfEvent(event: Event): URL | undefined {
  const link = targetIn<HTMLAnchorElement>(event, "a[href]");
  return link === null ? undefined : pageAddress(link);
}

/** @throws URIError for a path with invalid percent-encoding */
export function checkEncoding({ pathname }: URL): void {
  if (decodePath(pathname) !== undefined) return;
  throw new URIError(`The path "${pathname}" could not be decoded: its percent-encoding is invalid.`);
}

/** Whether two addresses differ only in their hash. */
export function isSamePage(a: Pick<URL, "pathname" | "search">, b: Pick<URL, "pathname" | "search">): boolean {
  return a.pathname === b.pathname && a.search === b.search;
}
