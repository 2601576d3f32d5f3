import { anchorsOf, configuredLevels } from "../build/link-problems.ts";
import type { Plan } from "../build/plan.ts";
import type { Site } from "../build/site.ts";
import { fillSlot } from "../build/slots.ts";
import type { SourcePage } from "../content/types.ts";
import { checkLinks, type LinkUse } from "../links/check.ts";
import { type Document, fillSlots } from "../markdown/document.ts";
import type { Problem } from "../shared/problem.ts";
import { type Route, routeKey } from "../shared/route.ts";

/** Checks the links of pages one by one, as far as the pages that they lead to are compiled. */
export interface PageLinks {
  /** Everything wrong with a page's text, its links among it. */
  readonly problemsOf: (page: SourcePage, document: Document) => readonly Problem[];
  readonly check: (links: readonly LinkUse[]) => readonly Problem[];
}

/** @param peek gives the document of a page that is compiled */
export function createPageLinks(
  site: Pick<Site, "plan">,
  byRoute: ReadonlyMap<Route, SourcePage>,
  peek: (page: SourcePage) => Document | undefined,
): PageLinks {
  const { plan } = site;
  const levels = configuredLevels(site);
  const found = new WeakMap<Document, readonly LinkUse[]>();
  const anchors = new WeakMap<Document, ReadonlySet<string> | undefined>();
  const anchorsAt = (route: Route): ReadonlySet<string> | undefined => {
    const page = byRoute.get(routeKey(route));
    const document = page === undefined ? undefined : peek(page);
    if (page === undefined || document === undefined) return page && anchorsOf(page, document);
    if (!anchors.has(document)) anchors.set(document, anchorsOf(page, document));
    return anchors.get(document);
  };
  const check = (links: readonly LinkUse[]) => checkLinks(links, anchorsAt, levels);
  return {
    check,
    problemsOf: (page, document) => {
      const links = found.get(document) ?? linksOf(page, document, plan);
      found.set(document, links);
      return [...document.problems, ...plan.neighboursOf(page).problems, ...check(links)];
    },
  };
}

function linksOf(page: SourcePage, document: Document, plan: Plan): readonly LinkUse[] {
  const links: LinkUse[] = [];
  fillSlots(document, (slot) => (slot.kind === "cards" ? "" : fillSlot(slot, page, plan, links)));
  return links;
}
