import { ownAddress } from "../../links/own-address.ts";
import type { LinkUse } from "../../links/use.ts";
import { attempt } from "../../shared/attempt.ts";

/** Whether a link leads to another site. */
export function isExternal({ target, index }: LinkUse): boolean {
  return /^(https?:)?\/\//i.test(target) && ownAddress(target, index) === undefined;
}

/** The URL that an external link refers to, and the fragment to find in the page; undefined if it is invalid. */
export function requestedUrl({ target }: LinkUse) {
  const address = target.startsWith("//") ? `https:${target}` : target;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const fragment = fragmentOf(url.hash);
  url.hash = "";
  return { url: url.href, fragment };
}

/** The id of a fragment; empty for text fragments, routes of an app and lines of a source file. */
function fragmentOf(hash: string): string {
  const text = hash.slice(1).replace(/:~:.*$/s, "");
  if (text === "" || text === "top" || /^[/!]|^L\d+/.test(text)) return "";
  return attempt(() => decodeURIComponent(text)) ?? text;
}
