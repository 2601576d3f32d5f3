import type { SiteIndex } from "./site-index.ts";
import type { LinkUse } from "./use.ts";

/**
 * Converts an absolute address of this site to a path below its base URL, with a leading slash; undefined for any other
 * address.
 */
export function ownAddress(target: string, { origin, baseUrl }: SiteIndex): string | undefined {
  const host = origin.replace(/^https?:/i, "").toLowerCase();
  const address = target.replace(/^https?:/i, "");
  if (!address.toLowerCase().startsWith(host) || !/^[/?#]?$/.test(address.charAt(host.length))) return undefined;
  const path = address.slice(host.length).replace(/^(?=[?#]|$)/, "/");
  return path.startsWith(baseUrl) ? path.slice(baseUrl.length - 1) : undefined;
}

/** Whether a link leads to another site. */
export function isExternal({ target, index }: LinkUse): boolean {
  return /^(https?:)?\/\//i.test(target) && ownAddress(target, index) === undefined;
}
