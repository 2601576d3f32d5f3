import { readSite } from "../builder/site-store.ts";
import { type StageEvents, stopwatch } from "../builder/stages.ts";
import { placeInConfig, placeOfPattern } from "../config/place.ts";
import { addFormerIds } from "../diff/add-ids.ts";
import { diffSite } from "../diff/diff-site.ts";
import { type FindingGroup, groupFindings, groupOfProblem, sortGroups } from "../links/group.ts";
import { createIgnorer, type Ignores } from "../links/ignore.ts";
import { isExternal } from "../links/resolve.ts";
import type { LinkFinding } from "../links/use.ts";
import { Failure } from "../shared/failure.ts";
import type { FixedFile } from "../shared/fixed-file.ts";
import type { Position, Problem } from "../shared/problem.ts";
import { linkLevel } from "../site/checks/link-problems.ts";
import { type Site, sourceNames } from "../site/model/site.ts";
import { checkExternal } from "./check-external.ts";
import { applyFixes } from "./fix.ts";
import { findInLocale, type LocaleFindings } from "./locale-findings.ts";
import { explainRenames, type WrittenRedirects, writeRedirects } from "./renames.ts";

export interface LinkCheckOptions {
  readonly root: string;
  readonly external: boolean;
  /**
   * Whether to rewrite links that have an unambiguous fix, and add the old ids to renamed headings; if files were renamed,
   * only the links to those are rewritten.
   */
  readonly fix: boolean;
  /** Whether to write redirects from the old addresses of renamed pages. */
  readonly redirect: boolean;
  readonly stages: StageEvents;
}

/** Result of checking a site's links. */
export interface LinkReport {
  readonly checked: number;
  readonly groups: readonly FindingGroup[];
  readonly fixed: readonly FixedFile[];
  /** Redirects for renamed pages. */
  readonly redirects: readonly WrittenRedirects[];
  /** Number of external links that could not be checked. */
  readonly unsure: number;
}

/** Checks all links of a site without building it. @throws Failure for an invalid configuration */
export async function checkSiteLinks(options: LinkCheckOptions): Promise<LinkReport> {
  const { report, external } = await checkOnce(options);
  const { fixed, redirects } = report;
  if (fixed.length === 0) return report;
  // Only what a second check no longer finds is repaired. Other sites have answered already.
  const after = await checkOnce({ ...options, fix: false, redirect: false }, external);
  return { ...after.report, fixed, redirects };
}

/** @param answered findings about other sites, if those have been asked */
async function checkOnce(
  options: LinkCheckOptions,
  answered?: readonly LinkFinding[],
): Promise<{ readonly report: LinkReport; readonly external: readonly LinkFinding[] }> {
  const { root, fix, redirect } = options;
  const { stage } = stopwatch(options.stages);
  const late: Problem[] = [];
  const onFault = (fault: Problem) => void late.push(fault);
  const reading = { root, drafts: false, settings: { keepsFaults: true }, graph: "check-links", onFault };
  const { site, sites, inLocales } = await readSite(reading, async (opened) => {
    const [site, sites] = await stage("read", () => Promise.all([opened.site(), opened.sites()]));
    const inLocales: LocaleFindings[] = [];
    for (const localeSite of sites) {
      inLocales.push(await stage("check", (counter) => findInLocale(localeSite, opened, counter)));
    }
    await opened.end();
    return { site, sites, inLocales };
  });
  const uses = inLocales.flatMap((locale) => locale.uses);
  const problems = [...late, ...inLocales.flatMap((locale) => locale.problems)];
  const { links } = site.plan.config;
  const ignorer = createIgnorer({ entries: links.ignore, comments: inLocales.flatMap((locale) => locale.comments) });
  const outside = uses.filter((use) => isExternal(use) && !ignorer.isIgnored(use));
  const inside = inLocales.flatMap((locale) => locale.findings).filter((finding) => !ignorer.isIgnored(finding));
  const external =
    answered ??
    (options.external ? await stage("other sites", (counter) => checkExternal(site, outside, counter)) : []);
  const renames = await stage("renames", () => explainRenames(site, inside, redirect));
  const findings = [...renames.findings, ...external, ...unusedIgnores(ignorer.unused(), site)];
  // If files were renamed, only links to them are fixed, so that the change has a single purpose.
  const renamed = findings.filter(({ isRenamed }) => isRenamed === true);
  const names = sourceNames(sites);
  const wanted = renamed.length > 0 || renames.moved.length > 0 ? renamed : findings;
  const fixable = wanted.filter(({ path, address }) => names.isEditable(address?.path ?? path));
  const fixed = fix ? await stage("fix", () => applyFixes(root, fixable)) : [];
  const ids = fix && renamed.length === 0 ? await stage("ids", () => addRenamedIds(root, findings)) : [];
  const redirects = redirect ? await writeRedirects(site, renames.moved) : [];
  const named = <T extends { readonly path: string }>(item: T): T => ({ ...item, path: names.nameOf(item.path) });
  const groups = groupFindings(findings.map(named), (finding) => linkLevel(finding, site.plan.config));
  const report = {
    checked: uses.length,
    groups: sortGroups([...problems.map(named).map(groupOfProblem), ...groups]),
    fixed: [...fixed, ...ids],
    redirects,
    unsure: external.filter(({ kind }) => kind === "external-unsure").length,
  };
  return { report, external };
}

/** Adds the ids that headings had in the last commit, if links to anchors are broken. */
async function addRenamedIds(root: string, findings: readonly LinkFinding[]): Promise<readonly FixedFile[]> {
  if (!findings.some(({ kind, fix }) => kind === "broken-anchor" && fix === undefined)) return [];
  // Without git or a commit, nobody knows what the headings were.
  const compared = await diffSite(root, "HEAD").catch((error: unknown) => {
    if (error instanceof Failure) return undefined;
    throw error;
  });
  return addFormerIds(root, compared?.diff.lostAnchors ?? []);
}

function unusedIgnores({ entries, comments }: Ignores, { loaded }: Site): LinkFinding[] {
  const about = (position: Position, target: string, message: string): LinkFinding => {
    return { ...position, kind: "unused-ignore", target, subject: target, message, hint: "remove it" };
  };
  return [
    ...entries.map((entry) => {
      const isText = typeof entry === "string";
      const position = isText ? placeInConfig(loaded.sources, "ignore", entry) : placeOfPattern(loaded.sources, entry);
      return about(position, String(entry), `links.ignore: ${isText ? `"${entry}"` : entry} matches nothing`);
    }),
    ...comments.map((position) => about(position, "", "the comment docgen-ignore-link matches nothing")),
  ];
}
