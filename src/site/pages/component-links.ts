import type { SourcePage } from "../../content/content-types.ts";
import { type LinkSource, normaliseRoute, resolveLink, type SiteIndex } from "../../links/resolve.ts";
import type { WrittenLink } from "../../links/use.ts";
import { addressesOfSrcset } from "../../markdown/plugins/html-addresses.ts";
import { type HtmlPart, readHtml, type StartTag } from "../../shared/html.ts";
import { endOfElement, onlyText } from "../../shared/html-parts.ts";
import { positionAt } from "../../shared/line-at.ts";
import { type Position, type Problem, problemOf } from "../../shared/problem.ts";
import { nameOf, toUrl } from "../../shared/route.ts";

const STYLE_URL = /url\(\s*(["']?)(.*?)\1\s*\)/g;

const KINDS: Readonly<Record<string, WrittenLink["kind"]>> = { a: "link", area: "link", img: "image", iframe: "frame" };

/** Links that were found in HTML, and problems of addresses that name a page or file of the site but lead elsewhere. */
interface FoundLinks {
  /** By address and text. */
  readonly links: ReadonlyMap<string, WrittenLink>;
  readonly problems: readonly Problem[];
}

/** A source file of the code that HTML comes from. */
export interface CodeSource {
  readonly path: string;
  readonly text: string;
}

/** Finds the links of a React page, see `linksIn`. @param html as rendered by React, where head tags come first */
export function componentLinks(page: SourcePage, text: string, html: string, index: SiteIndex): FoundLinks {
  return linksIn(html, page, [{ path: page.path, text }], index, (parts) => {
    const first = parts.findIndex((part) => part.kind === "start" && part.name === "div");
    const main = parts.findIndex((part) => part.kind === "start" && part.name === "main");
    const end = main < 0 ? 0 : endOfElement(parts, main);
    return (at, { to }) => at < first || (at > main && to < end);
  });
}

/**
 * Finds links in rendered HTML. Their position is that of the address in the sources; for a computed address, the
 * beginning of the first one.
 *
 * @param choose returns which parts of the HTML count; default: all
 */
export function linksIn(
  html: string,
  page: LinkSource,
  sources: readonly CodeSource[],
  index: SiteIndex,
  choose: (parts: readonly HtmlPart[]) => (at: number, part: HtmlPart) => boolean = () => () => true,
): FoundLinks {
  const parts = readHtml(html);
  const isIncluded = choose(parts);
  const links = new Map<string, WrittenLink>();
  const problems: Problem[] = [];
  for (const [at, part] of parts.entries()) {
    if (part.kind !== "start" || !isIncluded(at, part)) continue;
    const kind = KINDS[part.name] ?? "media";
    const text = part.name === "a" ? onlyText(html, parts, at) : "";
    const said = text === undefined || text === "" ? {} : { text };
    for (const address of addressesIn(part)) {
      const bases = address.startsWith("//") ? [] : [index.baseUrl, index.assetsUrl];
      const base = bases.find((start) => address.startsWith(start));
      const target = base === undefined ? address : `/${address.slice(base.length)}`;
      const position = placeIn(sources, target);
      links.set(`${target}\n${said.text ?? ""}`, { ...position, target, kind, ...said });
      const fault = base === index.baseUrl ? undefined : lostAddress(address, page, index);
      if (fault !== undefined) problems.push(problemOf({ ...position, code: "page", ...fault }));
    }
  }
  return { links, problems };
}

/** The problem of an address of a page or file of the site that leads elsewhere, as React writes it; or undefined. */
function lostAddress(
  address: string,
  page: LinkSource,
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
  // React adds preloads of images of the whole page.
  if (tag === "link" && attributes.some(({ value }) => value === "preload")) return [];
  return attributes.flatMap(({ name, value }) => {
    if (name === "srcset" || name === "imagesrcset") return addressesOfSrcset(value);
    if (name === "style") return Array.from(value.matchAll(STYLE_URL), ([, , address = ""]) => address);
    return /^(?:href|src|poster)$/.test(name) || (name === "data" && tag === "object") ? [value] : [];
  });
}

/** Position of an address in sources, preferably where it is a whole string. */
function placeIn(sources: readonly CodeSource[], address: string): Position {
  for (const quote of ['"', "'", "`", ""]) {
    for (const { path, text } of sources) {
      const offset = text.indexOf(`${quote}${address}${quote}`);
      if (offset >= 0) return { path, ...positionAt(text, offset) };
    }
  }
  return { path: sources[0]?.path ?? "", line: 1, column: 1 };
}
