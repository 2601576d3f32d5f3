import type { SourcePage } from "../content/types.ts";
import type { LinkUse } from "../links/check.ts";
import { resolveLink } from "../links/resolve.ts";
import type { SiteIndex } from "../links/site-index.ts";

const ADDRESS = /\s(?:href|src)="([^"]*)"/g;

/**
 * The links of a page written in React, from its HTML: what it renders is known only then. The place
 * is where the address stands in the source, or its beginning where it is put together there.
 */
export function componentLinks(page: SourcePage, html: string, index: SiteIndex): LinkUse[] {
  const main = /<main\b[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
  const addresses = [...main.matchAll(ADDRESS)].map(([, address = ""]) => address.replaceAll("&amp;", "&"));
  return [...new Set(addresses)].map((address) => {
    const isOwn = address.startsWith(index.baseUrl) && !address.startsWith("//");
    const target = isOwn ? `/${address.slice(index.baseUrl.length)}` : address;
    return { path: page.path, ...placeIn(page.body, target), target, resolved: resolveLink(target, page, index) };
  });
}

function placeIn(source: string, address: string): { line: number; column: number } {
  const offset = Math.max(
    source.indexOf(`"${address}"`),
    source.indexOf(`'${address}'`),
    source.indexOf(`\`${address}\``),
  );
  if (offset < 0) return { line: 1, column: 1 };
  const before = source.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
