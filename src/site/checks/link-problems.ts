import type { SourcePage } from "../../content/types.ts";
import { checkLinks, type LinkCheck } from "../../links/check.ts";
import { createIgnorer } from "../../links/ignore.ts";
import type { Finding, LinkPosition, LinkUse } from "../../links/use.ts";
import type { CompiledDocument } from "../../markdown/document.ts";
import { idsIn } from "../../markdown/ids.ts";
import { isBroken, type LinkLevel } from "../../shared/link-kinds.ts";
import type { Problem } from "../../shared/problem.ts";
import type { Route } from "../../shared/route.ts";
import { MAIN_ID } from "../../theme/ids.ts";
import type { Site } from "../model/site.ts";

/** What is known of a site's pages for checking links. */
export interface LinkedPages {
  /** What is known of a page's text, or of its HTML; undefined where nothing is. */
  readonly documentOf: (page: SourcePage) => Pick<CompiledDocument, "anchors" | "linkIgnores"> | undefined;
  /** The HTML of a page as it is written, for ids that its text does not have; absent where pages aren't rendered. */
  readonly htmlOf?: (page: SourcePage) => string;
}

/** Checks links against the pages of a site. */
export function checkUses(site: Site, uses: readonly LinkUse[], pages: LinkedPages): LinkCheck {
  return checkLinks(uses, { anchorsOf: createAnchors(site, pages), isOtherLocale: otherLocales(site.plan) });
}

/** Tells the paths below the base URL that are another language's. */
export function otherLocales({ locale, locales }: Site["plan"]): (path: string) => boolean {
  const others = locale.isDefault ? locales.filter(({ isDefault }) => !isDefault) : [];
  return (path) => others.some(({ folder }) => `${path}/`.startsWith(`/${folder}`));
}

/** Ids by page. A page's text has almost all of them; the page is rendered for what only the layout can have. */
function createAnchors(
  { pageOf }: Site,
  { documentOf, htmlOf }: LinkedPages,
): (route: Route, wanted: string) => ReadonlySet<string> | undefined {
  const written = new Map<string, ReadonlySet<string>>();
  const rendered = new Map<string, ReadonlySet<string>>();
  return (route, wanted) => {
    const page = pageOf(route);
    if (page === undefined) return undefined;
    const document = documentOf(page);
    if (document !== undefined) {
      const own = written.get(route) ?? new Set([...document.anchors, MAIN_ID]);
      written.set(route, own);
      if (own.has(wanted) || htmlOf === undefined) return own;
    }
    // What a page written in React holds, or one that isn't compiled yet, is not known where none is rendered.
    if (htmlOf === undefined) return page.format === "generated" ? new Set([MAIN_ID]) : undefined;
    const all = rendered.get(route) ?? new Set(idsIn(htmlOf(page)).anchors);
    rendered.set(route, all);
    return all;
  };
}

/** What a build tells of links. @param own the pages that they stand in, whose comments ignore some */
export function usesProblems(
  site: Site,
  uses: readonly LinkUse[],
  pages: LinkedPages,
  own: readonly SourcePage[],
): Problem[] {
  const comments = own.flatMap((page) => pages.documentOf(page)?.linkIgnores ?? []);
  return findingProblems(site, checkUses(site, uses, pages).findings, comments);
}

/** What a build tells of findings. @param comments that ask for some to be ignored */
export function findingProblems(
  { plan }: Pick<Site, "plan">,
  findings: readonly Finding[],
  comments: readonly LinkPosition[],
): Problem[] {
  const { isIgnored } = createIgnorer({ entries: plan.config.links.ignore, comments });
  return findings.flatMap((finding): Problem[] => {
    const level = buildLevel(finding, plan.config);
    if (level === "ignore" || isIgnored(finding)) return [];
    const { path, line, column, kind, message, hint } = finding;
    const severity = level === "warn" ? "warning" : "error";
    return [{ path, line, column, severity, code: kind, message, ...(hint === undefined ? {} : { hint }) }];
  });
}

function buildLevel({ kind, isPath, isAbsolute }: Finding, config: Site["plan"]["config"]): LinkLevel {
  if (!isBroken(kind) || isAbsolute === true) return "ignore";
  const reaction = isPath === true ? config.onBrokenMarkdownLinks : config.onBrokenLinks;
  return config.links.levels[kind] ?? ({ throw: "error", warn: "warn", ignore: "ignore" } as const)[reaction];
}
