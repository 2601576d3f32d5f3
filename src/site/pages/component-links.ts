import type { SourcePage } from "../../content/types.ts";
import type { SiteIndex } from "../../links/site-index.ts";
import type { WrittenLink } from "../../links/use.ts";
import { positionAt } from "../../shared/line-at.ts";

const TAG = /<(a|area|img|\w+)\b((?:"[^"]*"|'[^']*'|[^'">])*?)\s(?:href|src)="([^"]*)"[^>]*>(?:([^<]*)<\/a>)?/g;

const KINDS: ReadonlyMap<string, WrittenLink["kind"]> = new Map([
  ["a", "link"],
  ["area", "link"],
  ["img", "image"],
  ["iframe", "frame"],
]);

/**
 * Links of a React page, from its rendered HTML. The position
 * is that of the address in the source, or the source's beginning if it is computed.
 */
export function componentLinks(page: SourcePage, source: string, html: string, index: SiteIndex): WrittenLink[] {
  const main = /<main\b[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
  const found = new Map<string, WrittenLink>();
  for (const [, tag = "", , encoded = "", text] of main.matchAll(TAG)) {
    const address = encoded.replaceAll("&amp;", "&");
    const isOwn = address.startsWith(index.baseUrl) && !address.startsWith("//");
    const target = isOwn ? `/${address.slice(index.baseUrl.length)}` : address;
    const kind = KINDS.get(tag) ?? "media";
    const place = { path: page.path, ...placeIn(source, target) };
    const said = text === undefined || text.trim() === "" ? {} : { text: text.trim() };
    found.set(`${target}\n${said.text ?? ""}`, { ...place, target, kind, ...said });
  }
  return [...found.values()];
}

function placeIn(source: string, address: string): { line: number; column: number } {
  const offset = Math.max(
    source.indexOf(`"${address}"`),
    source.indexOf(`'${address}'`),
    source.indexOf(`\`${address}\``),
  );
  return positionAt(source, Math.max(0, offset));
}
