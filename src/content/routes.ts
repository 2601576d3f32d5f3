import type { Route, TrailingSlash } from "../shared/route.ts";
import { nameOf, resolvePath } from "../shared/route.ts";

/** `03-cell` → 3, `cell`. Dates and versions (`2024-01-02`, `7.0-notes`) have no prefix. */
export function splitPrefix(raw: string): { readonly order: number | undefined; readonly name: string } {
  const match = /^\d+[-_.]\d+/.test(raw) ? null : /^(\d+)\s*[-_.]+\s*([^-_.\s].*)$/.exec(raw);
  return match === null ? { order: undefined, name: raw } : { order: Number(match[1]), name: match[2] ?? raw };
}

/** Removes the number prefixes from a folder's path. */
export function stripPrefixes(folder: string): string {
  return folder
    .split("/")
    .map((part) => splitPrefix(part).name)
    .join("/");
}

/** Whether a file is the index of its folder: `index`, `readme`, or the folder's own name. */
export function isIndexName(name: string, folder: string): boolean {
  const lower = name.toLowerCase();
  return lower === "index" || lower === "readme" || (folder !== "" && lower === nameOf(folder).toLowerCase());
}

/** The parts of a route. */
export interface RouteParts {
  /** Route prefix of the set of pages, without leading and trailing slashes; empty for the root. */
  readonly base: string;
  /** Folder without number prefixes; default: none. */
  readonly folder?: string;
  /** File name without number prefix and extension. */
  readonly name: string;
  readonly isIndex?: boolean;
  readonly slug?: string | undefined;
  readonly trailingSlash: TrailingSlash;
}

/** The route of a page, from its path or slug, with composed characters (NFC): file systems may return others. */
export function makeRoute({ base, folder = "", name, isIndex = false, slug, trailingSlash }: RouteParts): Route {
  const path = slug === undefined ? (isIndex ? "" : name) : slug.replace(/^\.\//, "");
  // Dots lead no higher than the base.
  const inside = resolvePath("", path.startsWith("/") ? path : `${folder}/${path}`);
  const bare = `/${resolvePath("", `${base}/${inside}`)}`.normalize("NFC");
  if (bare === "/") return "/";
  const slash = trailingSlash ?? (slug === undefined ? isIndex : slug.endsWith("/"));
  return slash ? `${bare}/` : bare;
}
