import { isAbsolute, relative } from "node:path";
import type { SourcePage } from "../content/content-types.ts";
import { Failure } from "../shared/failure.ts";
import { didYouMean } from "../shared/nearest.ts";
import type { Problem } from "../shared/problem.ts";
import { decodePath, type Route, routeKey } from "../shared/route.ts";
import type { Site } from "../site/model/site.ts";

/** A page in one of the site's languages. */
export interface LocalePage {
  readonly page: SourcePage;
  /** Name of the locale. */
  readonly locale: string;
  /** Route of the page, relative to the base URL of the default language. */
  readonly route: Route;
}

/** The pages of all languages; a page without a translation is listed once, in the default language. */
export function pagesOf(sites: readonly Site[]): LocalePage[] {
  const earlier = new Set<string>();
  return sites.flatMap(({ content, plan: { locale } }) => {
    const newPages = content.pages.filter(({ path }) => !earlier.has(path));
    for (const { path } of newPages) earlier.add(path);
    const folder = locale.isDefault ? "" : `/${locale.name}`;
    return newPages.map((page) => ({ page, locale: locale.name, route: folder + page.route }));
  });
}

/**
 * Finds the requested pages, by path or route; all pages if none are requested.
 *
 * @param faults problems of the content; a page excluded for one of them counts as found
 * @throws Failure (exit code 2) for an unknown page
 */
export function choosePages(
  pages: readonly LocalePage[],
  wanted: readonly string[],
  root: string,
  faults: readonly Problem[],
): { readonly pages: readonly LocalePage[]; readonly faults: readonly Problem[] } {
  if (wanted.length === 0) return { pages, faults };
  const chosen = new Set<LocalePage>();
  const chosenFaults: Problem[] = [];
  for (const name of wanted) {
    const path = (isAbsolute(name) && !isRoute(name, pages) ? relative(root, name) : name)
      .replaceAll("\\", "/")
      .replace(/^\.\//, "");
    const matches = pages.filter(({ page, route }) => page.path === path || routeKey(route) === routeOf(path));
    const faultsOfPage = faults.filter((fault) => fault.path === path);
    if (matches.length === 0 && faultsOfPage.length === 0) {
      const names = pages.flatMap(({ page, route }) => [page.path, route]);
      throw new Failure(2, `no page "${name}"${didYouMean(name, names) || "; name a page by its path or route"}`);
    }
    for (const page of matches) chosen.add(page);
    chosenFaults.push(...faultsOfPage);
  }
  return { pages: pages.filter((page) => chosen.has(page)), faults: chosenFaults };
}

function isRoute(name: string, pages: readonly LocalePage[]): boolean {
  return pages.some(({ route }) => routeKey(route) === routeOf(name));
}

/** The key of a route, as it is written or as browsers show it: with percent-encoding. */
function routeOf(text: string): string {
  const route = text.startsWith("/") ? text : `/${text}`;
  return routeKey(decodePath(route) ?? route);
}
