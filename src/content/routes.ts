import { folderOf, nameOf, type Route, resolvePath, type TrailingSlash } from "../shared/route.ts";
import type { SourcePage } from "./content-types.ts";

/** `03-cell` → 3, `cell`. Dates and versions (`2024-01-02`, `7.0-notes`) have no prefix. */
export function splitPrefix(raw: string): { readonly order: number | undefined; readonly name: string } {
  const match = /^\d+[-_.]\d+/.test(raw) ? null : /^(\d+)\s*[-_.]+\s*([^-_.\s].*)$/.exec(raw);
  return match === null ? { order: undefined, name: raw } : { order: Number(match[1]), name: match[2] ?? raw };
}

/** Removes the number prefixes from a folder's path. */
export function stripPrefixes(folder: string): string {
  const names = folder.split("/").map((part) => splitPrefix(part).name);
  return names.join("/");
}

/** Whether a file is the index of its folder: `index`, `readme`, or the folder's own name. */
export function isIndexName(name: string, folder: string): boolean {
  const lower = name.toLowerCase();
  return lower === "index" || lower === "readme" || (folder !== "" && lower === nameOf(folder).toLowerCase());
}

/** The parts of a route. */
interface RouteParts {
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

/**
 * The title of a page with a file.
 *
 * @param heading text of the leading heading, if there is one
 */
export function titleOf(
  { frontMatter, isIndex, folder, name }: Pick<SourcePage, "frontMatter" | "isIndex" | "folder" | "name">,
  heading: string | undefined,
): string {
  // Backticks mark code, which the heading shows as such.
  if (frontMatter.title !== undefined) return frontMatter.title.replace(/`([^`]+)`/g, "$1");
  if (heading !== undefined) return heading;
  return readableName(splitPrefix(isIndex && folder !== "" ? (folder.split("/").at(-1) ?? "") : name).name);
}

/** `data-import` → `Data import`; dates such as `2024-01-02` keep their hyphens. */
export function readableName(name: string): string {
  const words = name.replace(/(?<!\d)(\d{4}-\d\d(?:-\d\d)?)(?!\d)|[-_]+/g, (_, date = " ") => date).trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Date and slug from a post's path. */
interface PostName {
  /** The date, if the path has one: `2026-11-21`. */
  readonly date?: string;
  /** Route relative to the blog, without leading and trailing slashes. */
  readonly slug: string;
}

/** Matches `2026-11-21-name.md`, `2026-11-21-name/index.md` and `2026/11/21/name.md`, in any folder. */
const DATED = /^(?:(.*)\/)?(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[-/](.*))?$/;

/** Parses the date and the slug of a post from its path relative to the blog's folder. */
export function postName(inside: string): PostName {
  const bare = inside.replace(/\.mdx?$/, "");
  const name = /(?:^|\/)index$/.test(bare) ? folderOf(bare) : bare;
  const match = DATED.exec(name);
  if (match === null) return { slug: name };
  const [, folder = "", year = "", month = "", day = "", rest = ""] = match;
  return {
    date: `${year}-${month}-${day}`,
    slug: [year, month, day, folder, rest].filter((part) => part !== "").join("/"),
  };
}
