import { DEV_META } from "../shared/constants.ts";
import { siteKey } from "../shared/site-key.ts";

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
