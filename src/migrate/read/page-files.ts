import picomatch from "picomatch";
import { Failure } from "../../shared/failure.ts";
import type { ContentSet } from "../job.ts";
import { texts } from "./config-values.ts";

/** Matches pages in Markdown or MDX. */
export const PAGE = /\.mdx?$/;
/** Maximum size of a rewritten page, in bytes; larger ones are copied unchanged. */
export const MAX_PAGE = 1_000_000;

/**
 * Maximum depth of open tags in a page. Generics in prose, such as `Array<string>`, look like tags that are never
 * closed.
 */
const MAX_NESTING = 1_000;

/**
 * Whether tags in a text are nested so deep that parsing it as MDX would take minutes: the time is quadratic in the
 * depth.
 */
export function isNestedTooDeep(text: string): boolean {
  let depth = 0;
  let most = 0;
  for (const [sign] of text.matchAll(/<\/?(?=[A-Za-z>])|\/>|[{}]/g)) {
    depth = Math.max(0, depth + (sign === "<" || sign === "{" ? 1 : -1));
    most = Math.max(most, depth);
  }
  return most > MAX_NESTING || /^(?:[ \t]*>){100}|^[ \t]{200}[ \t]*(?:[-*+]|\d+[.)])[ \t]/m.test(text);
}

/** What Docusaurus excludes by default, besides tests. */
const EXCLUDED = ["**/_*.{js,jsx,ts,tsx,md,mdx}", "**/_*/**"];

/**
 * Returns whether Docusaurus publishes a file of a set. The file's path is relative to the set.
 *
 * @throws Failure (exit code 2) for a pattern that may take hours to match
 */
export function publishedFiles({ kind, options }: ContentSet): (file: string) => boolean {
  const { include = "**/*", exclude = EXCLUDED } = options;
  const matcherOf = (name: string, globs: readonly string[]) => {
    const costly = globs.find(isCostly);
    if (costly !== undefined)
      throw new Failure(2, `${kind}.${name}: write "${costly.slice(0, 100)}" with fewer wildcards`);
    return picomatch(globs.filter((glob) => glob !== ""));
  };
  const isIncluded = matcherOf("include", texts(include));
  const isExcluded = matcherOf("exclude", texts(exclude));
  return (file) => isIncluded(file) && !isExcluded(file);
}

/** Maximum length of a glob. */
const MAX_GLOB = 1_000;

/**
 * Whether a glob is very long, has repeated groups with wildcards, or so many of these that matching a long path takes
 * minutes.
 */
function isCostly(glob: string): boolean {
  const wildcards = (part: string) => part.split(/\*+/).length - 1;
  if (glob.length > MAX_GLOB) return true;
  return /[*+]\([^)]*[*+?[]/.test(glob) || wildcards(glob) > 6 || glob.split("/").some((part) => wildcards(part) > 3);
}
