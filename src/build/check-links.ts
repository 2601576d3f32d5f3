import type { LinkUse } from "../links/check.ts";
import { resolveLink } from "../links/resolve.ts";
import { type Problem, sortProblems } from "../shared/problem.ts";
import { linkProblems } from "./build.ts";
import { compilePages } from "./compile-pages.ts";
import { configFiles, configLinks } from "./config-links.ts";
import { loadPageModules } from "./page-modules.ts";
import { renderSitePage } from "./render-page.ts";
import { readSite, type SiteOptions } from "./site.ts";
import { loadTemplate } from "./template-file.ts";

/** Checks every link of a site without building it; here a `.md` link without a file is an error too. */
export async function checkSiteLinks(options: SiteOptions): Promise<{ checked: number; problems: Problem[] }> {
  const site = await readSite(options);
  const documents = await compilePages(site.root, site.plan.pages, site.plan.config);
  const { modules, problems: moduleProblems } = await loadPageModules(site.root, site.plan.pages);
  const context = {
    plan: site.plan,
    template: await loadTemplate(site.root),
    assets: { stylesheet: "", script: "", siteData: "" },
  };
  const links: LinkUse[] = [...configLinks(site.plan), ...configFiles(site.plan)];
  for (const page of site.plan.pages) {
    const module = modules.get(page.path);
    if (module !== undefined) links.push(...renderSitePage(page, { module }, context).links);
    const { image } = page.frontMatter;
    if (image !== undefined) {
      const resolved = resolveLink(image, page, site.plan.index);
      links.push({ path: page.path, line: page.keyLines.image ?? 1, column: 1, target: image, resolved });
    }
    for (const { kind, path, target, line, column } of documents.get(page.path)?.slots ?? []) {
      if (kind === "cards") continue;
      const resolved = resolveLink(target, { ...page, path }, site.plan.index);
      links.push({ path, line, column, target, resolved });
    }
  }
  const problems = linkProblems(site, links, documents, { links: "error", markdownLinks: "error" });
  return { checked: links.length, problems: sortProblems([...site.problems, ...moduleProblems, ...problems]) };
}
