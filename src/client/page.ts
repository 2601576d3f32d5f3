import { DEV_META } from "../shared/constants.ts";
import { siteKey } from "../shared/site-key.ts";
import { PAGE_DATA_ID } from "../theme/element-ids.ts";
import type { PageData } from "../theme/theme-types.ts";

/** Data of a page; its table of contents is in its HTML, see `readToc`. @param from a page of this site */
export function readPageData(from: Document): Omit<PageData, "toc"> {
  return JSON.parse(from.getElementById(PAGE_DATA_ID)?.textContent ?? "") as PageData;
}

/** Parses a fetched page; undefined for one of another site, build, language or policy, and for a redirect. */
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

/** Data attributes of the client's script tag: addresses of the shared data and of the service worker. */
export function siteTag(): DOMStringMap {
  return document.querySelector<HTMLScriptElement>("script[data-site]")?.dataset ?? {};
}

/** Base path of this site. */
export function basePath(): string {
  const { pathname } = new URL(siteTag().site ?? "/", location.href);
  return pathname.slice(0, pathname.lastIndexOf("/assets/") + 1);
}

/** Key of this site's own values in the browser's storage. */
export function ownKey(name: string): string {
  return siteKey(name, new URL("../", import.meta.url).pathname);
}

/** Whether the page is shown by the dev server. */
export function isBeingWritten(): boolean {
  return document.querySelector(`meta[name="${DEV_META}"]`) !== null;
}

/** Fetches a JSON file of the site. @throws if it can't be fetched */
export async function fetchJson(address: string): Promise<unknown> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.url}: status ${response.status}`);
  return response.json();
}
