import { PAGE_DATA_ID } from "../theme/ids.ts";
import type { PageData } from "../theme/types.ts";

/** What a page says of itself; its contents stand in it, see `readToc`. @param from a page of this site */
export function readPageData(from: Document): Omit<PageData, "toc"> {
  return JSON.parse(from.getElementById(PAGE_DATA_ID)?.textContent ?? "") as PageData;
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
