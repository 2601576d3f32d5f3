import type { FileAnswer } from "./messages.ts";

/**
 * Fetches a file of the site for a sample. The sample's frame has an opaque origin: to the browser
 * its requests to the very site it stands on are cross-origin, and static hosts don't allow those.
 * So the page makes them, but only what any visitor may have: GET, below the site's base URL,
 * without credentials.
 *
 * @param url what the sample asked for, absolute; a path that is not below the base URL is taken as
 *   relative to it, as in links of the pages: `/files/a.xlsx` on a site at `/sub/` is `/sub/files/a.xlsx`
 * @param site absolute base URL, with a slash at its end
 * @throws where the address is not of the site or nothing could be fetched
 */
export async function fetchForSample(url: string, site: string): Promise<FileAnswer> {
  const base = new URL(site);
  const address = new URL(url);
  if (address.origin !== base.origin) throw new Error(`${url} is not a file of this site`);
  if (!address.pathname.startsWith(base.pathname)) address.pathname = base.pathname + address.pathname.slice(1);
  const response = await fetch(address, { credentials: "omit" });
  if (!response.url.startsWith(site)) throw new Error(`${url} leads out of this site`);
  return {
    url: response.url,
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers],
    body: await response.arrayBuffer(),
  };
}
