import type { SourcePage } from "../content/types.ts";
import { checkLinks, type LinkLevels, type LinkUse } from "../links/check.ts";
import type { Document } from "../markdown/document.ts";
import type { Problem } from "../shared/problem.ts";
import { type Route, routeKey } from "../shared/route.ts";
import { MAIN_ID } from "../theme/ids.ts";
import type { Site } from "./site.ts";

/** Broken links and anchors of the whole site, as bad as the configuration says. */
export function linkProblems(
  site: Site,
  links: readonly LinkUse[],
  documents: ReadonlyMap<string, Pick<Document, "anchors">>,
  levels: LinkLevels = configuredLevels(site),
): Problem[] {
  const anchors = new Map<Route, ReadonlySet<string>>();
  for (const page of site.plan.pages) {
    const own = anchorsOf(page, documents.get(page.path));
    if (own !== undefined) anchors.set(routeKey(page.route), own);
  }
  return checkLinks(links, (route) => anchors.get(route), levels);
}

/** The ids in a page's HTML; undefined where they aren't known: written in React, or not compiled yet. */
export function anchorsOf(
  { format }: SourcePage,
  document: Pick<Document, "anchors"> | undefined,
): ReadonlySet<string> | undefined {
  if (format === "tsx" || (format === "md" && document === undefined)) return undefined;
  return new Set([...(document?.anchors ?? []), ...THEME_ANCHORS]);
}

/** Ids of the layout that a page may link to. */
const THEME_ANCHORS = [MAIN_ID];

/** How bad the configuration calls a broken link. */
export function configuredLevels({ plan }: Pick<Site, "plan">): LinkLevels {
  const levels = { throw: "error", warn: "warning", ignore: "ignore" } as const;
  const { onBrokenLinks, onBrokenMarkdownLinks } = plan.config;
  return { links: levels[onBrokenLinks], markdownLinks: levels[onBrokenMarkdownLinks] };
}
