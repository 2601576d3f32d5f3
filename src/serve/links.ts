import { findingProblems, otherLocales } from "../build/link-problems.ts";
import { pageUses, writtenLinks } from "../build/link-uses.ts";
import type { Site } from "../build/site.ts";
import type { SourcePage } from "../content/types.ts";
import { checkLinks } from "../links/check.ts";
import type { LinkUse, WrittenLink } from "../links/use.ts";
import type { Document } from "../markdown/document.ts";
import type { Problem } from "../shared/problem.ts";
import { type Route, routeKey } from "../shared/route.ts";
import { MAIN_ID } from "../theme/ids.ts";

/** Checks the links of pages one by one, as far as the pages that they lead to are compiled. */
export interface PageLinks {
  /** Everything wrong with a page's text, its links among it. */
  readonly problemsOf: (page: SourcePage, document: Document) => readonly Problem[];
  /** What is wrong with links that only a page's HTML tells. */
  readonly check: (page: SourcePage, links: readonly WrittenLink[]) => readonly Problem[];
}

/** @param peek gives the document of a page that is compiled */
export function createPageLinks(
  site: Site,
  byRoute: ReadonlyMap<Route, SourcePage>,
  peek: (page: SourcePage) => Document | undefined,
): PageLinks {
  const { plan } = site;
  const isOtherLocale = otherLocales(plan);
  const uses = new WeakMap<Document, readonly LinkUse[]>();
  const anchors = new WeakMap<Document, ReadonlySet<string>>();
  const anchorsOf = (route: Route): ReadonlySet<string> | undefined => {
    const page = byRoute.get(routeKey(route));
    if (page?.format === "generated") return new Set([MAIN_ID]);
    // What a page written in React holds, or one that isn't compiled yet, is not known.
    const document = page === undefined ? undefined : peek(page);
    if (document === undefined) return undefined;
    const own = anchors.get(document) ?? new Set([...document.anchors, MAIN_ID]);
    anchors.set(document, own);
    return own;
  };
  const problemsOf = (links: readonly LinkUse[], { linkIgnores }: Pick<Document, "linkIgnores">) =>
    findingProblems(site, checkLinks(links, { anchorsOf, isOtherLocale }).findings, linkIgnores);
  return {
    check: (page, links) => problemsOf(pageUses(site, page, links), { linkIgnores: [] }),
    problemsOf: (page, document) => {
      const links = uses.get(document) ?? pageUses(site, page, writtenLinks(document));
      uses.set(document, links);
      return [...document.problems, ...plan.neighboursOf(page).problems, ...problemsOf(links, document)];
    },
  };
}
