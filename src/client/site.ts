import { DEV_META } from "../shared/constants.ts";

/** What all pages of the site say on the tag of the client's script: the address of the data they share, and of the offline worker. */
export function siteTag(): DOMStringMap {
  return document.querySelector<HTMLScriptElement>("script[data-site]")?.dataset ?? {};
}

/** Path below which this site is served. */
export function basePath(): string {
  const { pathname } = new URL(siteTag().site ?? "/", location.href);
  return pathname.slice(0, pathname.lastIndexOf("/assets/") + 1);
}

/** True where the page is shown by the watch server. */
export function isBeingWritten(): boolean {
  return document.querySelector(`meta[name="${DEV_META}"]`) !== null;
}
