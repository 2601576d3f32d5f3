import { isAbsolute, relative } from "node:path";
import type { SourcePage } from "../content/types.ts";
import { Failure } from "../shared/failure.ts";
import { didYouMean } from "../shared/nearest.ts";
import type { Problem } from "../shared/problem.ts";
import { routeKey } from "../shared/route.ts";

/**
 * Finds the requested pages, by path or route; all pages if none are requested.
 *
 * @param faults problems of the content; a page excluded for one of them counts as found
 * @throws Failure (exit code 2) for an unknown page
 */
export function choosePages(
  pages: readonly SourcePage[],
  wanted: readonly string[],
  root: string,
  faults: readonly Problem[],
): { readonly pages: readonly SourcePage[]; readonly faults: readonly Problem[] } {
  if (wanted.length === 0) return { pages, faults };
  const chosen = new Set<SourcePage>();
  const chosenFaults: Problem[] = [];
  for (const given of wanted) {
    const path = (isAbsolute(given) && !isRoute(given, pages) ? relative(root, given) : given)
      .replaceAll("\\", "/")
      .replace(/^\.\//, "");
    const found = pages.filter((page) => page.path === path || routeKey(page.route) === routeOf(path));
    const faultsOfPage = faults.filter((fault) => fault.path === path);
    if (found.length === 0 && faultsOfPage.length === 0) {
      const names = pages.flatMap((page) => [page.path, page.route]);
      throw new Failure(2, `no page "${given}"${didYouMean(given, names)}; name a page by its path or route`);
    }
    for (const page of found) chosen.add(page);
    chosenFaults.push(...faultsOfPage);
  }
  return { pages: pages.filter((page) => chosen.has(page)), faults: chosenFaults };
}

function isRoute(given: string, pages: readonly SourcePage[]): boolean {
  return pages.some((page) => routeKey(page.route) === routeKey(given));
}

function routeOf(text: string): string {
  return routeKey(text.startsWith("/") ? text : `/${text}`);
}
