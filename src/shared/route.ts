/**
 * Four words that are never mixed:
 * - a *path* names a source file, relative to the site's root: `content/docs/api/stream.md`
 * - a *route* names a page, without the base URL: `/docs/api/stream`, `/docs/api/`
 * - a *url* is what stands in a link: base URL and route, percent-encoded, maybe a hash
 * - a *file* names something written, relative to the output folder: `docs/api/stream/index.html`
 */
export type Route = string;

/** How the last slash of leaf pages is treated; undefined leaves indexes with one and leaves without. */
export type TrailingSlash = boolean | undefined;

/** The one key that both spellings of a route share: no final slash, except for `/`. */
export function routeKey(route: Route): string {
  return route.length > 1 && route.endsWith("/") ? route.slice(0, -1) : route;
}

/** ASCII without capital letters. */
const FOLDED = /^[\0-@[-\x7f]*$/;

/** A route that two file systems could confuse with another: same case, same Unicode form. */
export function foldedKey(text: string): string {
  if (FOLDED.test(text)) return text;
  return text.normalize("NFC").toLowerCase();
}

/** Where a page's HTML is written. */
export function outputFile(route: Route, trailingSlash: TrailingSlash): string {
  const bare = routeKey(route).slice(1);
  if (bare === "") return "index.html";
  if (bare === "404") return "404.html";
  return trailingSlash === false ? `${bare}.html` : `${bare}/index.html`;
}

/** Most routes need no encoding; to see that costs a tenth of encoding them. */
const PLAIN = /^[\w\-./~]*$/;

/** Percent-encodes a route's segments for a link. */
export function encodeRoute(route: Route): string {
  if (PLAIN.test(route)) return route;
  return route.split("/").map(encodeSegment).join("/");
}

/** Joins base URL (ends in `/`) and route (begins with `/`) into the address for a link. */
export function toUrl(baseUrl: string, route: Route): string {
  return baseUrl + encodeRoute(route).slice(1);
}

/** Decodes a URL's path; undefined where its percent-encoding is invalid. */
export function decodePath(pathname: string): string | undefined {
  if (!pathname.includes("%")) return pathname;
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}

/** Parts of a path that stand for another path, or for nothing. */
const TO_BE_RESOLVED = /(?:^|\/)\.{0,2}(?:\/|$)/;

/** Resolves a relative path or route against the folder of another: `a/b.md` + `../c.md` → `c.md`. */
export function resolvePath(folder: string, relative: string): string {
  if (folder === "" && !TO_BE_RESOLVED.test(relative)) return relative;
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

/** The last part of a path: `a/b.md` → `b.md`. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Halves of characters, which YAML and JSON can name, as they are written to disk: addresses can't say them. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, "\uFFFD");
}

function encodeSegment(segment: string): string {
  return encodeURIComponent(wellFormed(segment)).replace(/%(?:40|3A|24|2C|2B|3D|26|3B)/g, decodeURIComponent);
}
