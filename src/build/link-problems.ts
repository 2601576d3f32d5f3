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
    const document = documents.get(page.path);
    // What a page written in React holds, or one that isn't compiled yet, is not known here.
    if (page.format === "tsx" || (page.format === "md" && document === undefined)) continue;
    anchors.set(routeKey(page.route), new Set([...(document?.anchors ?? []), ...THEME_ANCHORS]));
  }
  return checkLinks(links, (route) => anchors.get(route), levels);
}

/** Ids of the layout that a page may link to. */
const THEME_ANCHORS = [MAIN_ID];

function configuredLevels({ plan }: Site): LinkLevels {
  const levels = { throw: "error", warn: "warning", ignore: "ignore" } as const;
  const { onBrokenLinks, onBrokenMarkdownLinks } = plan.config;
  return { links: levels[onBrokenLinks], markdownLinks: levels[onBrokenMarkdownLinks] };
}
