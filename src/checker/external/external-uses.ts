import { ownAddress } from "../../links/own-address.ts";
import type { LinkUse } from "../../links/use.ts";

/** An address to ask for: without its fragment, which is looked for in the page. */
export interface Asked {
  readonly url: string;
  readonly fragment: string;
}

/** True for a link to another site that can be asked. */
export function isExternal({ target, index }: LinkUse): boolean {
  return /^(https?:)?\/\//i.test(target) && ownAddress(target, index) === undefined;
}

/** What a link to another site asks for; undefined where it is no address at all. */
export function askedBy({ target }: LinkUse): Asked | undefined {
  const address = target.startsWith("//") ? `https:${target}` : target;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const fragment = fragmentOf(url.hash);
  url.hash = "";
  return { url: url.href, fragment };
}

/** Text fragments, addresses inside an app and lines of a source file are no ids. */
function fragmentOf(hash: string): string {
  const text = hash.slice(1).replace(/:~:.*$/s, "");
  if (text === "" || text === "top" || /^[/!]|^L\d+/.test(text)) return "";
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
