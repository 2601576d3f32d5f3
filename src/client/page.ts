import { PAGE_DATA_ID } from "../theme/element-ids.ts";
import type { PageData } from "../theme/theme-types.ts";

/** Data of a page; its table of contents is in its HTML, see `readToc`. @param from a page of this site */
export function readPageData(from: Document): Omit<PageData, "toc"> {
  return JSON.parse(from.getElementById(PAGE_DATA_ID)?.textContent ?? "") as PageData;
}

/**
 * Parses a fetched page; undefined if this client can't show it: a redirect, a page of another build, language or
 * content security policy, or of another site.
 */
export function parseHtmlPage(html: string): Document | undefined {
  const page = new DOMParser().parseFromString(html, "text/html");
  const isOurs = page.getElementById(PAGE_DATA_ID) !== null && clientTag(page) === clientTag(document);
  return isOurs ? page : undefined;
}

/** The client's script tag and content security policy. */
function clientTag(from: Document): string {
  const tags = from.querySelectorAll("script[data-site], meta[http-equiv]");
  return [...tags].map(({ outerHTML }) => outerHTML).join("");
}
