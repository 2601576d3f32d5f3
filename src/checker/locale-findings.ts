import type { Counter } from "../builder/stages.ts";
import { CONFIG_FILE } from "../config/config-file.ts";
import { placeInConfig } from "../config/place.ts";
import type { SourcePage } from "../content/content-types.ts";
import { resolveLink } from "../links/resolve.ts";
import type { LinkFinding, LinkUse } from "../links/use.ts";
import type { CompiledDocument } from "../markdown/document.ts";
import { flatItems, isListed } from "../navigation/sidebar-path.ts";
import { type Position, type Problem, sortProblems } from "../shared/problem.ts";
import { decodePath, type Route, routeKey } from "../shared/route.ts";
import { checkUses } from "../site/checks/link-problems.ts";
import type { Plan } from "../site/model/plan.ts";
import type { Site } from "../site/model/site.ts";
import { pageKey } from "../site/model/site-task.ts";
import { checkedSiteUses, pageUses, siteUse, writtenLinks } from "../site/pages/link-uses.ts";
import { listedPaths } from "../site/pages/list-data.ts";
import type { SiteEngine } from "../site/site-engine.ts";
import { documentKey } from "../site/texts/text-tasks.ts";

/** Link problems of a locale, before ignore lists are applied. */
export interface LocaleFindings {
  readonly uses: readonly LinkUse[];
  readonly findings: readonly LinkFinding[];
  readonly problems: readonly Problem[];
  /** Positions of ignore comments. */
  readonly comments: readonly Position[];
}

/** Compiles the pages of a locale and checks their links. */
export async function findInLocale(
  site: Site,
  { engine, tasks, checks }: SiteEngine,
  counter: Counter,
): Promise<LocaleFindings> {
  const { plan } = site;
  const locale = plan.locale.name;
  const documents = new Map<SourcePage, CompiledDocument>();
  const ofOutputs = plan.config.outputs.length === 0 ? [] : await engine.get(checks.ownOutputs, locale);
  const uses = checkedSiteUses(site, ofOutputs);
  const components: SourcePage[] = [];
  counter.expect(plan.pages.length);
  for (const page of plan.pages) {
    counter.done(page.path);
    if (page.format === "md") {
      const { document } = await engine.get(tasks.texts.document, documentKey(page, plan));
      documents.set(page, document);
      for (const use of pageUses(site, page, writtenLinks(document))) uses.push(use);
    } else if (page.format === "tsx") components.push(page);
  }
  for (const page of components) {
    const { links } = await engine.get(tasks.pages.rendered, pageKey(locale, page));
    uses.push(...pageUses(site, page, links));
  }
  for (const link of await engine.get(tasks.partLinks, locale)) uses.push(siteUse(link, plan));
  const html = await htmlOfTargets(site, uses, documents, (page) =>
    engine.get(tasks.pages.html, pageKey(locale, page)),
  );
  const documentOf = (page: SourcePage) => documents.get(page);
  const { findings, linked } = checkUses(site, uses, { documentOf, htmlOf: (page) => html.get(page) ?? "" });
  const ofComponents = [
    ...components.map((page) => [tasks.pages.rendered, pageKey(locale, page)] as const),
    [tasks.partLinks, locale] as const,
  ];
  await engine.get(checks.ofExtensions, locale);
  const ofChecks = engine.problems([[checks.ofExtensions, locale]]);
  const ofPages = engine.problems(ofComponents).filter(({ code }) => code === "page");
  const problems = sortProblems([...site.problems, ...ofPages, ...ofChecks]);
  const neighbours = plan.pages.flatMap((page) => plan.neighboursOf(page).problems);
  return {
    uses,
    findings: [
      ...findings,
      ...configReferences(site),
      ...[...problems, ...neighbours].filter(isReference).map(referenceOf),
      ...[...documents.values()].flatMap(repeatedIds),
      ...findOrphans(plan, linked),
    ],
    problems: problems.filter((problem) => !isReference(problem)),
    comments: [...documents.values()].flatMap(({ linkIgnores }) => linkIgnores),
  };
}

/** Renders the pages that are linked with an anchor that isn't in their text: it may be in the layout. */
async function htmlOfTargets(
  site: Site,
  uses: readonly LinkUse[],
  documents: ReadonlyMap<SourcePage, CompiledDocument>,
  htmlOf: (page: SourcePage) => Promise<string>,
): Promise<ReadonlyMap<SourcePage, string>> {
  const html = new Map<SourcePage, string>();
  for (const { target, source, index } of uses) {
    const resolved = resolveLink(target, source, index);
    const page = resolved.kind === "page" ? site.pageOf(routeKey(resolved.route)) : undefined;
    if (page === undefined || resolved.kind !== "page" || resolved.hash === "" || html.has(page)) continue;
    const anchors = documents.get(page)?.anchors ?? [];
    if (!anchors.includes(decodePath(resolved.hash.slice(1)) ?? "")) html.set(page, await htmlOf(page));
  }
  return html;
}

function repeatedIds({ repeatedIds: ids }: CompiledDocument): LinkFinding[] {
  return ids.map(({ id, ...position }) => {
    const message = `the id "${id}" is used more than once: links lead to the first`;
    return { ...position, kind: "duplicate-id", target: `#${id}`, subject: `${position.path}#${id}`, message };
  });
}

function configReferences({ configFaults, loaded }: Site): LinkFinding[] {
  return configFaults.map(({ item, message, kind = "broken-reference", key, value, hint, subject }) => ({
    ...placeInConfig(loaded.sources, key, value),
    kind,
    target: value,
    subject: subject ?? `${CONFIG_FILE}: ${item}`,
    message: `${item}: ${message}`,
    hint,
  }));
}

function isReference({ code }: Problem): boolean {
  return code === "broken-reference";
}

/** Converts such a problem to a finding, whose level is configurable. */
function referenceOf({ path, line, column, message, hint }: Problem): LinkFinding {
  const subject = `${path}:${line}: ${message}`;
  return { path, line, column, kind: "broken-reference", target: "", subject, message, hint };
}

/**
 * Finds orphans: pages that no text, list, sidebar or menu links to, so that readers find them only by searching.
 * Generated and unlisted pages are excluded.
 *
 * @param linked keys of the routes with links from texts or the configuration
 */
function findOrphans(plan: Plan, linked: ReadonlySet<string>): LinkFinding[] {
  const byTheme = new Set(themeRoutes(plan).map(routeKey));
  const isOrphan = ({ route, format, frontMatter }: SourcePage) => {
    const key = routeKey(route);
    return format !== "generated" && frontMatter.unlisted !== true && !linked.has(key) && !byTheme.has(key);
  };
  return plan.pages.filter(isOrphan).map(({ path, route }) => {
    const message = `nothing links to ${route}`;
    return { path, line: 1, column: 1, kind: "orphan", target: route, subject: routeKey(route), message };
  });
}

/** Routes linked by sidebars, version menus and lists. */
function themeRoutes(plan: Plan): Route[] {
  const sites = [plan.site, ...plan.versionSites.values()];
  const listed = plan.pages.flatMap(({ list }) => listedPaths(list));
  // Unlisted items are visible only on their own pages.
  const items = sites.flatMap(({ sidebars }) => flatItems(Object.values(sidebars).flat(), isListed));
  return [
    plan.site.homeRoute,
    ...items.flatMap(({ route }) => route ?? []),
    ...sites.flatMap(({ docs }) => (docs ?? []).flatMap(({ versions }) => versions.map(({ route }) => route))),
    ...sites.flatMap(({ navbar }) => {
      return navbar.flatMap((entry) => (entry.type === "link" ? (entry.link.route ?? []) : []));
    }),
    ...listed.flatMap((path) => plan.pageAt(path)?.route ?? []),
  ];
}
