import type { Route, TrailingSlash } from "../shared/route.ts";
import { nameOf, resolvePath } from "../shared/route.ts";

/** A name split into its order and what is left for the route. */
export interface OrderedName {
  readonly order: number | undefined;
  readonly name: string;
}

/** `03-cell` → 3, `cell`. Dates and versions (`2024-01-02`, `7.0-notes`) are left whole. */
export function splitPrefix(raw: string): OrderedName {
  const match = /^\d+[-_.]\d+/.test(raw) ? null : /^(\d+)\s*[-_.]+\s*([^-_.\s].*)$/.exec(raw);
  return match === null ? { order: undefined, name: raw } : { order: Number(match[1]), name: match[2] ?? raw };
}

/** A folder's raw names without their prefixes. */
export function stripPrefixes(folder: string): string {
  return folder
    .split("/")
    .map((part) => splitPrefix(part).name)
    .join("/");
}

/** True where a file name stands for its folder: `index`, `readme`, or the folder's own name. */
export function isIndexName(name: string, folder: string): boolean {
  const lower = name.toLowerCase();
  return lower === "index" || lower === "readme" || (folder !== "" && lower === nameOf(folder).toLowerCase());
}

/** What a route is made from. */
export interface RouteParts {
  /** First part of the routes of this set, without slashes at its ends; empty for the root. */
  readonly base: string;
  /** Folder without prefixes; default: the top. */
  readonly folder?: string;
  /** File name without prefix and ending. */
  readonly name: string;
  readonly isIndex?: boolean;
  readonly slug?: string | undefined;
  readonly trailingSlash: TrailingSlash;
}

/** The route of a page, from its place or its slug. */
export function makeRoute({ base, folder = "", name, isIndex = false, slug, trailingSlash }: RouteParts): Route {
  const own = slug === undefined ? (isIndex ? "" : name) : slug.replace(/^\.\//, "");
  const parts = own.startsWith("/") ? [base, own] : [base, folder, own];
  const bare = `/${resolvePath("", parts.join("/"))}`;
  if (bare === "/") return "/";
  const slash = trailingSlash ?? (slug === undefined ? isIndex : slug.endsWith("/"));
  return slash ? `${bare}/` : bare;
}
