import type { PageBadge } from "../../shared/badge.ts";
import { groupBy } from "../../shared/group-by.ts";
import { toUrl } from "../../shared/route.ts";
import type { SiteData } from "../../theme/theme-types.ts";
import { basePath } from "../page.ts";
import type { FoundSection } from "./search-client.ts";

/** The results of one page. */
export interface ResultGroup {
  readonly route: string;
  readonly title: string;
  readonly badge: PageBadge | undefined;
  /** Categories of the page, from the root. */
  readonly parents: readonly string[];
  /** The sections to show: the best ones, or all. */
  readonly sections: readonly FoundSection[];
  /** Number of sections that are not shown. */
  readonly more: number;
}

/** Number of sections shown per page before the reader asks for more. */
const MAX_PER_PAGE = 3;

/**
 * Groups results by page. A group has the rank of the page's best result.
 *
 * @param opened routes of the pages that show all their sections
 * @param limit maximum number of sections shown, beyond those of opened pages
 */
export function groupByPage(
  results: readonly FoundSection[],
  opened: ReadonlySet<string>,
  limit = Number.POSITIVE_INFINITY,
): ResultGroup[] {
  const pages = groupBy(results, ({ sectionRoute }) => sectionRoute.replace(/#.*$/, ""));
  let left = limit;
  return [...pages].flatMap(([route, all]) => {
    const most = Math.min(MAX_PER_PAGE, all.length, left);
    left -= most;
    const [first] = all;
    if (most === 0 || first === undefined) return [];
    const sections = opened.has(route) ? all : all.slice(0, most);
    const { pageTitle: title, badge, sidebarParentCategories: parents } = first;
    return [{ route, title, badge, parents, sections, more: all.length - sections.length }];
  });
}

/** Address of a section. */
export function sectionUrl(sectionRoute: string): string {
  const [route = "", hash] = sectionRoute.split("#");
  return toUrl(basePath(), route) + (hash === undefined ? "" : `#${encodeURIComponent(hash)}`);
}

/** Address of the page with all results of a query; undefined if the site has none. */
export function resultsUrl({ baseUrl, searchRoute }: SiteData, query: string): string | undefined {
  return searchRoute === undefined ? undefined : `${toUrl(baseUrl, searchRoute)}?q=${encodeURIComponent(query)}`;
}
