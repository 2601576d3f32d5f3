import { editDistance, nearest } from "../shared/nearest.ts";
import {
  decodePath,
  encodeRoute,
  folderOf,
  nameOf,
  type Route,
  resolvePath,
  routeKey,
  toUrl,
} from "../shared/route.ts";
import { type MediaFile, routeIgnoringCase, type SiteIndex } from "./site-index.ts";

/** The page that a link stands on. */
export interface LinkSource {
  readonly path: string;
  readonly route: Route;
  readonly isIndex: boolean;
}

/** Where a link leads. */
export type Resolved =
  | {
      readonly kind: "page";
      readonly url: string;
      readonly route: Route /** Decoded, without `#`. */;
      readonly hash: string;
    }
  | { readonly kind: "file"; readonly url: string; readonly media: MediaFile }
  | { readonly kind: "external"; readonly url: string }
  | {
      readonly kind: "broken";
      readonly url: string;
      readonly code: "broken-link" | "broken-markdown-link" | "empty-link" | "bad-encoding";
      readonly message: string;
      readonly hint?: string;
    };

const EXTERNAL = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;
const PATHNAME = /^pathname:\/\//;

/**
 * Resolves an address as written in a page: a route, a `.md` path, a file, an anchor, or another site's.
 *
 * @param url the same, percent-encoded, for a link that leads to another site or nowhere
 */
export function resolveLink(target: string, source: LinkSource, index: SiteIndex, url = target): Resolved {
  if (target.trim() === "") return broken("", "empty-link", "link without an address");
  if (EXTERNAL.test(target) && !PATHNAME.test(target)) return { kind: "external", url };
  const [, address = "", query = "", hash = ""] =
    /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(target.replace(PATHNAME, "")) ?? [];
  const path = decodePath(address);
  const fragment = decodePath(hash.slice(1));
  if (path === undefined || fragment === undefined) {
    return broken(url, "bad-encoding", `"${target}" has invalid percent-encoding`, 'write "%25" for a percent sign');
  }
  const tail = encodeTail(query + hash);
  const anchor = fragment.replace(/:~:.*$/s, "");
  if (path === "") return { kind: "page", url: tail, route: source.route, hash: anchor };
  const toPage = (route: Route): Resolved => {
    return { kind: "page", url: toUrl(index.baseUrl, route) + tail, route, hash: anchor };
  };
  const toFile = (media: MediaFile): Resolved => {
    const base = media.file.startsWith("assets/") ? index.assetsUrl : index.baseUrl;
    return { kind: "file", url: base + media.file + tail, media };
  };

  const absolute = path.startsWith("/") ? `/${resolvePath("", path)}${path.endsWith("/") ? "/" : ""}` : undefined;
  const file =
    absolute === undefined
      ? index.media.get(resolvePath(folderOf(source.path), path))
      : (index.media.get(absolute) ?? index.media.get(`${absolute.replace(/\/$/, "")}/index.html`));
  if (file !== undefined)
    return toFile(absolute?.endsWith("/") === true ? { file: file.file.replace(/index\.html$/, "") } : file);
  if (/\.mdx?$/.test(path)) {
    const wanted = markdownPath(path, source.path);
    const route = index.paths.get(wanted);
    if (route !== undefined) return toPage(route);
    return broken(url, "broken-markdown-link", `no page at ${wanted}`, suggestPath(wanted, source.path, index));
  }
  const wanted = absolute ?? relativeRoute(path, source);
  const media = index.media.get(wanted);
  if (media !== undefined) return toFile(media);
  const key = normaliseRoute(wanted);
  const route = index.routes.get(key) ?? index.redirects.get(key);
  if (route !== undefined) return toPage(route);
  return broken(url, "broken-link", `no page or file at ${wanted}`, suggest(wanted, index));
}

/** Strips what hosts add to a route: `/index.html`, `.html`, a final slash. */
export function normaliseRoute(path: string): string {
  return routeKey(path.replace(/\/index(\.html)?$/, "/").replace(/\.html$/, ""));
}

function broken(
  url: string,
  code: Extract<Resolved, { kind: "broken" }>["code"],
  message: string,
  hint?: string,
): Resolved {
  return { kind: "broken", url, code, message, ...(hint === undefined ? {} : { hint }) };
}

/** `./a.md` beside the page; `/docs/a.md` and `@site/content/docs/a.md` from the content folder. */
function markdownPath(path: string, from: string): string {
  if (path.startsWith("@site/")) return resolvePath("", path.slice("@site/".length));
  return path.startsWith("/") ? resolvePath("content", path.slice(1)) : resolvePath(folderOf(from), path);
}

/** A browser resolves a relative address against the folder of the page's address. */
function relativeRoute(path: string, source: LinkSource): Route {
  const base = source.route.endsWith("/") ? source.route.slice(1, -1) : folderOf(source.route.slice(1));
  return `/${resolvePath(base, path)}${path.endsWith("/") ? "/" : ""}`;
}

function relativePath(from: string, to: string): string {
  const fromParts = from.split("/").slice(0, -1);
  const toParts = to.split("/");
  let shared = 0;
  while (shared < fromParts.length && fromParts[shared] === toParts[shared]) shared++;
  const up = fromParts.slice(shared).map(() => "..");
  return [...(up.length === 0 ? ["."] : up), ...toParts.slice(shared)].join("/");
}

/** Query and hash as a browser would encode them; what is encoded already stays. */
function encodeTail(tail: string): string {
  return tail.replace(/[^\w\-.~:/?#[\]@!$&'()*+,;=%]/gu, encodeURIComponent);
}

function suggestPath(wanted: string, from: string, index: SiteIndex): string | undefined {
  if (index.drafts.has(wanted)) return "that page is a draft";
  const close = nearestPath(wanted, [...index.paths.keys()]);
  return close === undefined ? undefined : `did you mean ${relativePath(from, close)}?`;
}

function suggest(route: Route, index: SiteIndex): string | undefined {
  if (index.drafts.has(routeKey(route))) return "that page is a draft";
  const sameButCase = routeIgnoringCase(index, route);
  if (sameButCase !== undefined) return `write ${sameButCase}: case counts on the web`;
  const isBelowBase = index.baseUrl !== "/" && route.startsWith(index.baseUrl);
  const inner = isBelowBase ? index.routes.get(routeKey(`/${route.slice(index.baseUrl.length)}`)) : undefined;
  if (inner !== undefined) return `leave the base URL out: ${inner}`;
  const files = [...index.media.keys()].filter((key) => key.startsWith("/"));
  const close = nearestPath(route, [...index.routes.values(), ...files]);
  return close === undefined ? undefined : `did you mean ${encodeRoute(close)}?`;
}

/** One of the same name elsewhere, or of a similar name: a long way to it says nothing of how near it is. */
function nearestPath(wanted: string, candidates: readonly string[]): string | undefined {
  const name = nameOf(routeKey(wanted));
  const sameName = candidates.filter(
    (candidate) => nameOf(routeKey(candidate)) === name && !/^index\.mdx?$/.test(name),
  );
  if (sameName.length === 1) return sameName[0];
  const limit = Math.max(1, Math.floor(name.replace(/\.\w+$/, "").length / 3));
  const close = nearest(wanted, candidates);
  return close !== undefined && editDistance(wanted.toLowerCase(), close.toLowerCase()) <= limit ? close : undefined;
}
