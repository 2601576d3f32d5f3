import { contentPath } from "../content/version-trees.ts";
import { decodePath, folderOf, type Route, resolvePath, routeKey, toUrl, wellFormed } from "../shared/route.ts";

/** An image or download, as pages refer to it. */
export interface MediaFile {
  /** Encoded path below the base URL, without a leading slash. */
  readonly file: string;
  /** Size in pixels, for images. */
  readonly width?: number;
  readonly height?: number;
  /** Its pixels per CSS pixel, such as 2 for `name@2x.png`; 1 if it is missing. */
  readonly density?: number;
}

/** All targets of links. */
export interface SiteIndex {
  readonly baseUrl: string;
  /** Base URL of `assets/`, shared by all languages of a site. */
  readonly assetsUrl: string;
  /** Origin of the site, for absolute links to itself. */
  readonly origin: string;
  readonly routes: ReadonlyMap<string, Route>;
  /** Targets of redirects, by the key of the old route. */
  readonly redirects: ReadonlyMap<string, { readonly to: Route /** With `#`, or empty. */; readonly hash: string }>;
  readonly paths: ReadonlyMap<string, Route>;
  /** Static files and files beside pages, by `/file` for static ones and by path for the others. */
  readonly media: ReadonlyMap<string, MediaFile>;
  /** Why a page is left out, such as "is a draft", by route key and path. */
  readonly drafts: ReadonlyMap<string, string>;
  /** Keys of the routes of unlisted pages. */
  readonly unlisted: ReadonlySet<string>;
}

/** The page that contains a link. */
export interface LinkSource {
  readonly path: string;
  readonly route: Route;
  readonly isIndex: boolean;
  /** The link is on every page. */
  readonly isSite?: boolean;
}

/** A link without a target. */
export interface Broken {
  readonly kind: "broken";
  readonly url: string;
  /**
   * `path`: no file at a `.md` path; `address`: no page or file at an address; `empty`: no address; `encoding`: invalid
   * percent-encoding.
   */
  readonly reason: "path" | "address" | "empty" | "encoding" | "host";
  /** The resolved path or address. */
  readonly wanted: string;
}

/** The target of a link. */
export type Resolved =
  | {
      readonly kind: "page";
      readonly url: string;
      readonly route: Route /** Decoded, without `#`. */;
      readonly hash: string;
      /** Whether a redirect leads to the page. */
      readonly isRedirected: boolean;
      /** Whether the final slash differs from that of the canonical address. */
      readonly hasOtherSlash: boolean;
    }
  | { readonly kind: "file"; readonly url: string; readonly media: MediaFile }
  | { readonly kind: "external"; readonly url: string }
  | Broken;

const EXTERNAL = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;
/** Matches addresses of other sites without a host. */
const NO_HOST = /^(?:https?:)?\/\/(?:[/?#]|$)/i;
const PATHNAME = /^pathname:\/\//;

/**
 * Resolves an address as written in a page: a route, a `.md` path, a file, an anchor, or another site's address.
 *
 * @param url percent-encoded form of `target`, for a link that is external or broken
 */
export function resolveLink(target: string, source: LinkSource, index: SiteIndex, url = target): Resolved {
  if (target.trim() === "") return { kind: "broken", url: "", reason: "empty", wanted: "" };
  if (NO_HOST.test(target)) return { kind: "broken", url, reason: "host", wanted: target };
  if (EXTERNAL.test(target) && !PATHNAME.test(target)) return { kind: "external", url };
  const [, address = "", query = "", hash = ""] =
    /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(target.replace(PATHNAME, "")) ?? [];
  const path = decodePath(address);
  const fragment = decodePath(hash.slice(1));
  if (path === undefined || fragment === undefined) return { kind: "broken", url, reason: "encoding", wanted: target };
  const tail = encodeTail(query + hash);
  const anchor = fragment.replace(/:~:.*$/s, "");
  const toPage = (route: Route, hasOtherSlash = false): Resolved => {
    const to = path === "" ? tail : toUrl(index.baseUrl, route) + tail;
    return { kind: "page", url: to, route, hash: anchor, isRedirected: false, hasOtherSlash };
  };
  if (path === "") return toPage(source.route);
  const toFile = (media: MediaFile): Resolved => {
    const base = media.file.startsWith("assets/") ? index.assetsUrl : index.baseUrl;
    return { kind: "file", url: base + media.file + tail, media };
  };

  const ofStatic = /^@site\/(?:content\/)?static(\/.*)$/s.exec(path)?.[1] ?? path;
  const absolute = ofStatic.startsWith("/") ? withSlashOf(path, `/${resolvePath("", ofStatic)}`) : undefined;
  const names = sourcePaths(path, source.path);
  const inFolder = absolute === undefined ? names : [absolute, `${absolute.replace(/\/$/, "")}/index.html`];
  const file = firstOf(index.media, inFolder);
  if (file !== undefined)
    return toFile(absolute?.endsWith("/") === true ? { file: file.file.replace(/index\.html$/, "") } : file);
  if (/\.mdx?$/.test(path)) {
    const route = firstOf(index.paths, names);
    return route === undefined ? { kind: "broken", url, reason: "path", wanted: names[0] ?? "" } : toPage(route);
  }
  const wanted = absolute ?? relativeRoute(path, source);
  const media = index.media.get(wanted);
  if (media !== undefined) return toFile(media);
  const key = normaliseRoute(wanted);
  const route = targetAt((other) => index.routes.get(other), wanted);
  if (route !== undefined) return toPage(route, wanted !== route && routeKey(wanted) === routeKey(route));
  const moved = index.redirects.get(key);
  if (moved === undefined) return { kind: "broken", url, reason: "address", wanted };
  const newUrl = toUrl(index.baseUrl, moved.to);
  const end = hash === "" ? moved.hash : hash;
  const redirected = { route: moved.to, hash: anchor === "" ? moved.hash.slice(1) : anchor, hasOtherSlash: false };
  return { kind: "page", url: newUrl + encodeTail(query + end), isRedirected: true, ...redirected };
}

function firstOf<T>(targets: ReadonlyMap<string, T>, names: readonly string[]): T | undefined {
  return names.map((name) => targets.get(name)).find((target) => target !== undefined);
}

/** Removes what hosts add to a route: `/index.html`, `.html`, a final slash. */
export function normaliseRoute(path: string): string {
  return routeKey(path.replace(/\/index(\.html)?$/, "/").replace(/\.html$/, ""));
}

/** The target of a path: as it is written, as a page may be named `index`; otherwise without what hosts add. */
export function targetAt<T>(find: (key: string) => T | undefined, path: string): T | undefined {
  return find(routeKey(path)) ?? find(normaliseRoute(path));
}

/** Folder of a set of pages, such as `content/docs`. Paths in its pages may be relative to it. */
const CONTENT_ROOT = /^content\/(?:versioned_docs\/[^/]+|i18n\/[^/]+\/[^/]+|[^/]+)(?=\/)/;

/**
 * The source files that a path may refer to, in order of preference. `a.md`: relative to the page, its set of pages,
 * the content folder. `/docs/a.md`: relative to the content folder, the set. `@site/docs/a.md`: relative to the site's
 * root, its content folder.
 */
function sourcePaths(path: string, from: string): readonly string[] {
  const source = contentPath(from);
  const root = CONTENT_ROOT.exec(source)?.[0] ?? "content";
  if (path.startsWith("@site/"))
    return ["", "content"].map((folder) => resolvePath(folder, path.slice("@site/".length)));
  if (path.startsWith("/")) return ["content", root].map((folder) => resolvePath(folder, path.slice(1)));
  const beside = resolvePath(folderOf(source), path);
  return /^\.\.?\//.test(path) ? [beside] : [beside, resolvePath(root, path), resolvePath("content", path)];
}

/** Resolves a relative address as browsers do, against the folder of the page's address. */
function relativeRoute(path: string, source: LinkSource): Route {
  const base = source.route.endsWith("/") ? source.route.slice(1, -1) : folderOf(source.route.slice(1));
  return withSlashOf(path, `/${resolvePath(base, path)}`);
}

function withSlashOf(written: string, route: Route): Route {
  return written.endsWith("/") && route !== "/" ? `${route}/` : route;
}

/** Encodes query and hash as browsers do, without encoding twice. */
function encodeTail(tail: string): string {
  if (tail === "") return tail;
  return wellFormed(tail).replace(/[^\w\-.~:/?#[\]@!$&'()*+,;=%]/gu, encodeURIComponent);
}

/** Converts an address of this site to a path below its base URL, with a leading slash; undefined for any other. */
export function pathInSite(target: string, { origin, baseUrl }: SiteIndex): string | undefined {
  const host = origin.replace(/^https?:/i, "").toLowerCase();
  const address = target.replace(/^https?:/i, "");
  if (!address.toLowerCase().startsWith(host) || !/^[/?#]?$/.test(address.charAt(host.length))) return undefined;
  const path = address.slice(host.length).replace(/^(?=[?#]|$)/, "/");
  return path.startsWith(baseUrl) ? path.slice(baseUrl.length - 1) : undefined;
}

/** Whether a link leads to another site. */
export function isExternal({ target, index }: { readonly target: string; readonly index: SiteIndex }): boolean {
  return /^(https?:)?\/\//i.test(target) && pathInSite(target, index) === undefined;
}
