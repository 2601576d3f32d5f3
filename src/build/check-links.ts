import type { LinkUse } from "../links/check.ts";
import { resolveLink } from "../links/resolve.ts";
import { type Problem, sortProblems } from "../shared/problem.ts";
import { compilePlain } from "./compile-pages.ts";
import { configFiles, configLinks } from "./config-links.ts";
import { linkProblems } from "./link-problems.ts";
import { loadPageModules } from "./page-modules.ts";
import { authorLinks } from "./post-data.ts";
import { renderSitePage } from "./render-page.ts";
import { readSites, type Site, type SiteOptions } from "./site.ts";
import { type OnStage, type Stage, stopwatch } from "./stages.ts";
import { loadTemplate } from "./template-file.ts";

/** Checks every link of a site without building it; here a `.md` link without a file is an error too. */
export async function checkSiteLinks(
  options: SiteOptions,
  onStage?: OnStage,
): Promise<{ checked: number; problems: Problem[] }> {
  const { stage } = stopwatch(onStage);
  const results = [];
  for (const site of await stage("read", () => readSites(options))) results.push(await checkLocale(site, stage));
  return {
    checked: results.reduce((sum, { checked }) => sum + checked, 0),
    problems: sortProblems(results.flatMap(({ problems }) => problems)),
  };
}

/** The links of one language. */
async function checkLocale(site: Site, stage: Stage): Promise<{ checked: number; problems: Problem[] }> {
  const { pages, config } = site.plan;
  const documents = await stage("compile", () => compilePlain(site.root, pages, config));
  const { modules, problems: moduleProblems } = await stage("page modules", () => loadPageModules(site.root, pages));
  const context = {
    plan: site.plan,
    template: await loadTemplate(site.root),
    assets: { stylesheet: "", script: "", siteData: "" },
    versionSiteData: new Map<string, string>(),
    lastUpdates: new Map(),
  };
  const links: LinkUse[] = [...configLinks(site.plan), ...configFiles(site.plan), ...authorLinks(site.plan)];
  for (const page of site.plan.pages) {
    const module = modules.get(page.path);
    if (module !== undefined) links.push(...renderSitePage(page, { module }, context).links);
    const { image } = page.frontMatter;
    if (image !== undefined) {
      const resolved = resolveLink(image, page, site.plan.indexOf(page));
      links.push({ path: page.path, line: page.keyLines.image ?? 1, column: 1, target: image, resolved });
    }
    for (const { kind, path, target, line, column } of documents.get(page.path)?.slots ?? []) {
      if (kind === "cards") continue;
      const resolved = resolveLink(target, { ...page, path }, site.plan.indexOf(page));
      links.push({ path, line, column, target, resolved });
    }
  }
  const problems = await stage("check", () => {
    return linkProblems(site, links, documents, { links: "error", markdownLinks: "error" });
  });
  return { checked: links.length, problems: [...site.problems, ...moduleProblems, ...problems] };
}
