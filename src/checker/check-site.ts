import { type OnStage, stopwatch } from "../builder/stages.ts";
import { placeInConfig, placeOfPattern } from "../config/place.ts";
import type { LinksConfig } from "../config/schema.ts";
import { type FindingGroup, groupFindings, groupOfProblem, sortGroups } from "../links/group.ts";
import { createIgnorer, type Ignores } from "../links/ignore.ts";
import type { Finding, LinkPosition } from "../links/use.ts";
import { DEFAULT_LINK_LEVELS } from "../shared/link-kinds.ts";
import type { Problem } from "../shared/problem.ts";
import type { Site, SiteOptions } from "../site/model/site.ts";
import { openSiteEngine } from "../site/site-engine.ts";
import { checkExternal } from "./external/check-external.ts";
import { isExternal } from "./external/external-uses.ts";
import { applyFixes, type FixedFile } from "./fix.ts";
import { findInLocale, type LocaleFindings } from "./locale-findings.ts";
import { explainRenames } from "./renames.ts";

export interface LinkCheckOptions extends SiteOptions {
  /** Whether to check links to other sites. */
  readonly external?: boolean;
  /** Whether to rewrite links with an unambiguous target. */
  readonly fix?: boolean;
  readonly onStage?: OnStage | undefined;
}

/** Result of checking a site's links. */
export interface LinkReport {
  /** Number of links. */
  readonly checked: number;
  readonly groups: readonly FindingGroup[];
  /** Rewritten files. */
  readonly fixed: readonly FixedFile[];
  /** Number of external links that could not be checked. */
  readonly unsure: number;
}

/** Checks all links of a site without building it. @throws Failure for an invalid configuration */
export async function checkSiteLinks(options: LinkCheckOptions): Promise<LinkReport> {
  const { stage } = stopwatch(options.onStage);
  const { root, drafts, baseUrl } = options;
  const late: Problem[] = [];
  const settings = { drafts, baseUrl, keepsFaults: true };
  const opened = openSiteEngine({ root, settings, onFault: (fault) => late.push(fault) });
  const sites: Site[] = [];
  const found: LocaleFindings[] = [];
  try {
    const { locales } = await opened.engine.get(opened.overview, "");
    for (const { name } of locales) {
      const own = await stage("read", () => opened.engine.get(opened.tasks.site, name));
      sites.push(own);
      found.push(await stage("check", () => findInLocale(own, opened)));
    }
    await opened.end();
  } finally {
    await opened.close();
  }
  const [site] = sites;
  const uses = found.flatMap((one) => one.uses);
  const problems = [...late, ...found.flatMap((one) => one.problems)];
  if (site === undefined) return { checked: 0, groups: [], fixed: [], unsure: 0 };
  const { links } = site.plan.config;
  const ignorer = createIgnorer({ entries: links.ignore, comments: found.flatMap((one) => one.comments) });
  const outside = uses.filter((use) => isExternal(use) && !ignorer.isIgnored(use));
  const inside = found.flatMap((one) => one.findings).filter((finding) => !ignorer.isIgnored(finding));
  const external = options.external === true ? await stage("other sites", () => checkExternal(site, outside)) : [];
  const known = await stage("renames", () => explainRenames(sites, inside));
  const findings = [...known, ...external, ...unusedIgnores(ignorer.unused(), site)];
  const fixed = options.fix === true ? await stage("fix", () => applyFixes(options.root, findings)) : undefined;
  const left = findings.filter((finding) => fixed?.done.has(finding) !== true);
  const groups = groupFindings(left, ({ kind }) => links.levels[kind] ?? DEFAULT_LINK_LEVELS[kind]);
  return {
    checked: uses.length,
    groups: sortGroups([...problems.map(groupOfProblem), ...groups]),
    fixed: fixed?.files ?? [],
    unsure: external.filter(({ kind }) => kind === "external-unsure").length,
  };
}

function unusedIgnores({ entries, comments }: Ignores, { loaded }: Site): Finding[] {
  const about = (place: LinkPosition, target: string, message: string): Finding => {
    return { ...place, kind: "unused-ignore", target, subject: target, message, hint: "remove it" };
  };
  return [
    ...entries.map((entry) => {
      const place =
        typeof entry === "string"
          ? placeInConfig(loaded.sources, "ignore", entry)
          : placeOfPattern(loaded.sources, entry);
      return about(place, String(entry), `links.ignore: ${shown(entry)} matches nothing`);
    }),
    ...comments.map((place) => about(place, "", "the comment docgen-ignore-link matches nothing")),
  ];
}

function shown(entry: LinksConfig["ignore"][number]): string {
  return typeof entry === "string" ? `"${entry}"` : String(entry);
}
