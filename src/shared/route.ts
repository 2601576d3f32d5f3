import { attempt } from "./attempt.ts";

/**
 * Terms:
 * - a *path* names a source file, relative to the site's root: `content/docs/api/stream.md`
 * - a *route* names a page, without the base URL: `/docs/api/stream`, `/docs/api/`
 * - a *url* is the address in a link: base URL and route, percent-encoded, optionally with a hash
 * - a *file* is relative to the output folder: `docs/api/stream/index.html`
 */
export type Route = string;

/** Whether routes end in a slash; undefined: those of folder indexes do, those of other pages don't. */
export type TrailingSlash = boolean | undefined;

/** Canonical form of a route, for comparing: without a final slash, except for `/`. */
export function routeKey(route: Route): string {
  return route.length > 1 && route.endsWith("/") ? route.slice(0, -1) : route;
}

/** ASCII without upper-case letters. */
const LOWER_CASE_ASCII = /^[\0-@[-\x7f]*$/;

/** Key under which names collide on file systems that ignore case or Unicode normalisation. */
export function collisionKey(text: string): string {
  if (LOWER_CASE_ASCII.test(text)) return text;
  return text.normalize("NFC").toLowerCase();
}

/** The output file of a page. */
export function outputFile(route: Route, trailingSlash: TrailingSlash): string {
  const bare = routeKey(route).slice(1);
  if (bare === "") return "index.html";
  if (bare === "404") return "404.html";
  return trailingSlash === false ? `${bare}.html` : `${bare}/index.html`;
}

/** Routes that need no encoding: most of them, and the test costs a tenth of encoding. */
const PLAIN = /^[\w\-./~]*$/;

/** Percent-encodes a route for a link, except for its slashes. */
export function encodeRoute(route: Route): string {
  if (PLAIN.test(route)) return route;
  return encodeURIComponent(wellFormed(route)).replace(/%(?:2F|40|3A|24|2C|2B|3D|26|3B)/g, decodeURIComponent);
}

/** Joins the base URL (ends in `/`) and a route (begins with `/`) to a URL. */
export function toUrl(baseUrl: string, route: Route): string {
  return baseUrl + encodeRoute(route).slice(1);
}

/** Joins the site's origin, its base URL and a route to an absolute URL. */
export function absoluteUrl(
  { url, baseUrl }: { readonly url: string; readonly baseUrl: string },
  route: Route,
): string {
  return url + toUrl(baseUrl, route);
}

/** Prefixes a root-absolute address with the base URL; others stay as they are. */
export function withBaseUrl(baseUrl: string, address: string): string {
  return /^\/(?!\/)/.test(address) ? baseUrl + address.slice(1) : address;
}

/** Decodes the path of a URL; undefined if its percent-encoding is invalid. */
export function decodePath(pathname: string): string | undefined {
  return pathname.includes("%") ? attempt(() => decodeURIComponent(pathname)) : pathname;
}

/** Empty and dot segments of a path. */
const DOT_SEGMENT = /(?:^|\/)\.{0,2}(?:\/|$)/;

/** Resolves a relative path or route against the folder of another: `a/b.md` + `../c.md` → `c.md`. */
export function resolvePath(folder: string, relative: string): string {
  if (folder === "" && !DOT_SEGMENT.test(relative)) return relative;
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of relative.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

/** The folder part of a path: `a/b.md` → `a`, `b.md` → ``. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

/** The folders that contain a path: `a/b/c.md` → `a/b`, `a`. */
export function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) folders.push(folder);
  return folders;
}

/** The last part of a path: `a/b.md` → `b.md`. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Replaces lone surrogates, which YAML and JSON can contain, as writing to disk does; URLs can't encode them. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, "\uFFFD");
}
