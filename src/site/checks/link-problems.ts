import type { SourcePage } from "../../content/content-types.ts";
import { contentPath, treeName } from "../../content/version-trees.ts";
import { checkLinks, type LinkCheck } from "../../links/check.ts";
import { createIgnorer } from "../../links/ignore.ts";
import type { LinkFinding, LinkUse } from "../../links/use.ts";
import type { CompiledDocument } from "../../markdown/document.ts";
import { idsIn } from "../../markdown/html-ids.ts";
import { DEFAULT_LINK_LEVELS, isBroken, type LinkLevel } from "../../shared/link-kinds.ts";
import { type Problem, problemOf } from "../../shared/problem.ts";
import type { Route } from "../../shared/route.ts";
import { MAIN_ID } from "../../theme/element-ids.ts";
import type { Site } from "../model/site.ts";

interface LinkedPages {
  /** Anchors of a page's text; undefined if unknown. */
  readonly documentOf: (page: SourcePage) => Pick<CompiledDocument, "anchors" | "linkIgnores"> | undefined;
  /** HTML of a page, for ids that its text doesn't have; absent if pages aren't rendered. */
  readonly htmlOf?: (page: SourcePage) => string;
}

/** Checks links against the pages of a site. */
export function checkUses(site: Site, uses: readonly LinkUse[], pages: LinkedPages): LinkCheck {
  const translationOf = (route: Route) => {
    const path = site.pageOf(route)?.path;
    return path !== undefined && contentPath(path).startsWith("content/i18n/") ? path : undefined;
  };
  const { locale, locales } = site.plan;
  const others = locale.isDefault ? locales.filter(({ isDefault }) => !isDefault) : [];
  const isOtherLocale = (path: string) => others.some(({ folder }) => `${path}/`.startsWith(`/${folder}`));
  const sourceName = (path: string) => treeName(path, site.trees);
  return checkLinks(uses, { anchorsOf: createAnchors(site, pages), translationOf, sourceName, isOtherLocale });
}

/** Returns a lookup of ids by page. Pages are rendered only for ids of their layout: the others are in their texts. */
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
      const anchors = written.get(route) ?? new Set([...document.anchors, MAIN_ID]);
      written.set(route, anchors);
      if (anchors.has(wanted) || htmlOf === undefined) return anchors;
    }
    // Without rendering, ids of React pages and of pages that aren't compiled are unknown.
    if (htmlOf === undefined) return page.format === "generated" ? new Set([MAIN_ID]) : undefined;
    const all = rendered.get(route) ?? new Set(idsIn(htmlOf(page)).anchors);
    rendered.set(route, all);
    return all;
  };
}

/** Link problems, as a build reports them. @param checked the pages with these links; comments in them can ignore links */
export function usesProblems(
  site: Site,
  uses: readonly LinkUse[],
  pages: LinkedPages,
  checked: readonly SourcePage[],
): Problem[] {
  const { config } = site.plan;
  const comments = checked.flatMap((page) => pages.documentOf(page)?.linkIgnores ?? []);
  const { isIgnored } = createIgnorer({ entries: config.links.ignore, comments });
  return checkUses(site, uses, pages).findings.flatMap((finding): Problem[] => {
    const isInBuild = isBroken(finding.kind) && finding.isAbsolute !== true;
    const level = isInBuild ? linkLevel(finding, config) : "ignore";
    if (level === "ignore" || isIgnored(finding)) return [];
    const { path, line, column, kind, message, hint } = finding;
    const severity = level === "warn" ? "warning" : "error";
    return [problemOf({ path, line, column, severity, code: kind, message, hint })];
  });
}

/** The level of a finding, the same in all commands. */
export function linkLevel({ kind, isPath }: LinkFinding, config: Site["plan"]["config"]): LinkLevel {
  const reaction = isPath === true ? config.onBrokenMarkdownLinks : config.onBrokenLinks;
  return config.links.levels[kind] ?? (isBroken(kind) ? LEVELS[reaction] : DEFAULT_LINK_LEVELS[kind]);
}

const LEVELS = { throw: "error", warn: "warn", ignore: "ignore" } as const;
