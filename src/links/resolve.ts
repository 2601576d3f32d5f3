import { nearest } from "../shared/nearest.ts";
import { decodePath, encodeRoute, folderOf, type Route, resolvePath, routeKey, toUrl } from "../shared/route.ts";
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

/** Resolves an address as written in a page: a route, a `.md` path, a file, an anchor, or another site's. */
export function resolveLink(target: string, source: LinkSource, index: SiteIndex): Resolved {
  if (target.trim() === "") return broken("", "empty-link", "link without an address");
  if (EXTERNAL.test(target) && !PATHNAME.test(target)) return { kind: "external", url: target };
  const [, address = "", query = "", hash = ""] =
    /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(target.replace(PATHNAME, "")) ?? [];
  const path = decodePath(address);
  const fragment = decodePath(hash.slice(1));
  if (path === undefined || fragment === undefined) {
    return broken(target, "bad-encoding", `"${target}" has invalid percent-encoding`, 'write "%25" for a percent sign');
  }
  const tail = query + hash;
  if (path === "") return { kind: "page", url: tail, route: source.route, hash: fragment };
  const toPage = (route: Route): Resolved => {
    return { kind: "page", url: toUrl(index.baseUrl, route) + tail, route, hash: fragment };
  };
  const toFile = (media: MediaFile): Resolved => ({ kind: "file", url: index.baseUrl + media.file + tail, media });

  if (/\.mdx?$/.test(path)) {
    const wanted = markdownPath(path, source.path);
    const route = index.paths.get(wanted);
    if (route !== undefined) return toPage(route);
    const close = nearest(wanted, index.paths.keys());
    const hint = close === undefined ? undefined : `did you mean ${relativePath(source.path, close)}?`;
    return broken(target, "broken-markdown-link", `no page at ${wanted}`, hint);
  }
  const beside = path.startsWith("/") ? undefined : index.media.get(resolvePath(folderOf(source.path), path));
  if (beside !== undefined) return toFile(beside);
  const absolute = path.startsWith("/") ? path : relativeRoute(path, source);
  const file = index.media.get(absolute);
  if (file !== undefined) return toFile(file);
  const route = index.routes.get(normaliseRoute(absolute));
  if (route !== undefined) return toPage(route);
  return broken(target, "broken-link", `no page or file at ${absolute}`, suggest(absolute, index));
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

function suggest(route: Route, index: SiteIndex): string | undefined {
  if (index.drafts.has(routeKey(route))) return "that page is a draft";
  const sameButCase = routeIgnoringCase(index, route);
  if (sameButCase !== undefined) return `write ${sameButCase}: case counts on the web`;
  const withoutBase =
    index.baseUrl !== "/" && route.startsWith(index.baseUrl) ? `/${route.slice(index.baseUrl.length)}` : undefined;
  const inner = withoutBase === undefined ? undefined : index.routes.get(routeKey(withoutBase));
  if (inner !== undefined) return `leave the base URL out: ${inner}`;
  const close = nearest(route, [
    ...index.routes.values(),
    ...[...index.media.keys()].filter((key) => key.startsWith("/")),
  ]);
  return close === undefined ? undefined : `did you mean ${encodeRoute(close)}?`;
}
