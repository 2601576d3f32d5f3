import type { SourcePage } from "../../content/content-types.ts";
import { normaliseRoute, resolveLink } from "../../links/resolve.ts";
import type { SiteIndex } from "../../links/site-index.ts";
import type { WrittenLink } from "../../links/use.ts";
import { addressesOfSrcset } from "../../markdown/plugins/html-addresses.ts";
import { readHtml, type StartTag } from "../../shared/html.ts";
import { endOfElement, onlyText } from "../../shared/html-parts.ts";
import { positionAt } from "../../shared/line-at.ts";
import { type Problem, problemOf } from "../../shared/problem.ts";
import { nameOf, toUrl } from "../../shared/route.ts";

const STYLE_URL = /url\(\s*(["']?)(.*?)\1\s*\)/g;

const KINDS: Readonly<Record<string, WrittenLink["kind"]>> = { a: "link", area: "link", img: "image", iframe: "frame" };

/**
 * Finds the links of a React page in its rendered HTML. Their position is that of the address in the source; for a
 * computed address, the beginning of the source.
 *
 * @param html as rendered by React, where head tags come first
 * @returns the links, and problems for addresses that name a page or file of the site but lead elsewhere
 */
export function componentLinks(
  page: SourcePage,
  source: string,
  html: string,
  index: SiteIndex,
): { readonly links: readonly WrittenLink[]; readonly problems: readonly Problem[] } {
  const parts = readHtml(html);
  const first = parts.findIndex((part) => part.kind === "start" && part.name === "div");
  const main = parts.findIndex((part) => part.kind === "start" && part.name === "main");
  const end = main < 0 ? 0 : endOfElement(parts, main);
  const links = new Map<string, WrittenLink>();
  const problems: Problem[] = [];
  for (const [at, part] of parts.entries()) {
    const isOwn = at < first || (at > main && part.to < end);
    if (part.kind !== "start" || !isOwn) continue;
    const kind = KINDS[part.name] ?? "media";
    const text = part.name === "a" ? onlyText(html, parts, at) : "";
    const said = text === undefined || text === "" ? {} : { text };
    for (const address of addressesIn(part)) {
      const isBelow = address.startsWith(index.baseUrl) && !address.startsWith("//");
      const target = isBelow ? `/${address.slice(index.baseUrl.length)}` : address;
      const position = { path: page.path, ...placeIn(source, target) };
      links.set(`${target}\n${said.text ?? ""}`, { ...position, target, kind, ...said });
      const fault = isBelow ? undefined : lostAddress(address, page, index);
      if (fault !== undefined) problems.push(problemOf({ ...position, code: "page", ...fault }));
    }
  }
  return { links: [...links.values()], problems };
}

/**
 * The problem of an address that names a page or file of the site but leads elsewhere, since React writes addresses as
 * they are; undefined if it has none.
 */
function lostAddress(
  address: string,
  page: SourcePage,
  index: SiteIndex,
): { readonly message: string; readonly hint: string } | undefined {
  const resolved = resolveLink(address, page, index);
  // An address in the default language is valid in every language.
  if ((resolved.kind !== "page" && resolved.kind !== "file") || address.startsWith(index.assetsUrl)) return undefined;
  const here = `https://x${toUrl(index.baseUrl, page.route)}`;
  const [path = "", wanted] = [address, resolved.url].map((url) => new URL(url, here).pathname);
  if (normaliseRoute(path) === normaliseRoute(wanted ?? "") || (resolved.kind === "page" && resolved.isRedirected))
    return;
  const isOutside = address.startsWith("/");
  const message = `"${address}" leads to ${path}${isOutside ? `, outside the base URL "${index.assetsUrl}"` : ""}`;
  if (resolved.kind === "page") {
    return { message, hint: `write <Link to="${isOutside ? address : resolved.route}"> from "docgen/theme"` };
  }
  const url = isOutside ? address : `/${nameOf(address)}`;
  const move = isOutside ? "" : "put the file into content/static/, and ";
  return { message, hint: `${move}write useUrl()("${url}") from "docgen/theme"` };
}

function addressesIn({ name: tag, attributes }: StartTag): string[] {
  return attributes.flatMap(({ name, value }) => {
    if (name === "srcset" || name === "imagesrcset") return addressesOfSrcset(value);
    if (name === "style") return Array.from(value.matchAll(STYLE_URL), ([, , address = ""]) => address);
    return /^(?:href|src|poster)$/.test(name) || (name === "data" && tag === "object") ? [value] : [];
  });
}

/** Position of an address in a source, preferably where it is a whole string. */
function placeIn(source: string, address: string): { line: number; column: number } {
  const offsets = ['"', "'", "`", ""].map((quote) => source.indexOf(`${quote}${address}${quote}`));
  return positionAt(source, Math.max(0, offsets.find((offset) => offset >= 0) ?? 0));
}
