import { compilePlain } from "../build/compile-pages.ts";
import { checkUses } from "../build/link-problems.ts";
import { pageUses, previewUses, siteUses, writtenLinks } from "../build/link-uses.ts";
import { loadPageModules } from "../build/page-modules.ts";
import type { PageThread } from "../build/page-thread.ts";
import { type RenderContext, renderModulePage, renderSitePage } from "../build/render-page.ts";
import type { Site } from "../build/site.ts";
import type { Stage } from "../build/stages.ts";
import { loadTemplate } from "../build/template-file.ts";
import type { SourcePage } from "../content/types.ts";
import type { Finding, LinkPlace, LinkUse } from "../links/use.ts";
import type { Document } from "../markdown/document.ts";
import type { Problem } from "../shared/problem.ts";
import { findOrphans } from "./orphans.ts";
import { configReferences, isReference, referenceOf } from "./references.ts";

/** What is wrong with the links of one language, before ignore lists are applied. */
export interface LocaleFindings {
  readonly uses: readonly LinkUse[];
  readonly findings: readonly Finding[];
  /** What else is wrong with the content. */
  readonly problems: readonly Problem[];
  /** Comments that ignore what is on their lines. */
  readonly comments: readonly LinkPlace[];
}

/**
 * Compiles the pages of one language, and checks their links against what is made of them.
 *
 * @param thread runs those that are written in React
 */
export async function findInLocale(site: Site, thread: PageThread, stage: Stage): Promise<LocaleFindings> {
  const { root, plan } = site;
  const documents = await stage("compile", () => compilePlain(root, plan.pages, plan.config));
  const { modules, problems } = await stage("page modules", () => loadPageModules(root, plan.pages, thread));
  const context: RenderContext = {
    plan,
    template: await loadTemplate(root),
    assets: { stylesheet: "", script: "", siteData: "" },
    versionSiteData: new Map(),
    lastUpdates: new Map(),
  };
  const documentOf = (path: string) => documents.get(path);
  return stage("check", async () => {
    const components = await Promise.all(
      plan.pages.flatMap((page) => {
        const module = modules.get(page.path);
        if (module === undefined) return [];
        return [
          renderModulePage(page, { module, chunk: undefined }, context).then((rendered) => ({ page, ...rendered })),
        ];
      }),
    );
    const htmlOf = (page: SourcePage) => {
      const component = components.find((one) => one.page === page);
      return (component ?? renderSitePage(page, { document: documentOf(page.path), documentOf }, context)).html;
    };
    const uses = [...siteUses(site), ...previewUses(site)];
    for (const page of plan.pages) {
      const document = documents.get(page.path);
      if (document !== undefined) for (const use of pageUses(site, page, writtenLinks(document))) uses.push(use);
    }
    for (const { page, links } of components) uses.push(...pageUses(site, page, links));
    const textOf = ({ path, format }: SourcePage) => (format === "md" ? documents.get(path) : undefined);
    const { findings, linked } = checkUses(site, uses, { documentOf: textOf, htmlOf });
    const own = [...site.problems, ...problems, ...components.flatMap((one) => one.problems)];
    const neighbours = plan.pages.flatMap((page) => plan.neighboursOf(page).problems);
    return {
      uses,
      findings: [
        ...findings,
        ...configReferences(site),
        ...[...own, ...neighbours].filter(isReference).map(referenceOf),
        ...[...documents.values()].flatMap(repeatedIds),
        ...findOrphans(plan, linked),
      ],
      problems: own.filter((problem) => !isReference(problem)),
      comments: [...documents.values()].flatMap(({ linkIgnores }) => linkIgnores),
    };
  });
}

function repeatedIds({ repeatedIds: ids }: Document): Finding[] {
  return ids.map(({ id, ...place }) => {
    const message = `the id "${id}" is given more than once: links lead to the first`;
    return { ...place, kind: "duplicate-id", target: `#${id}`, subject: `${place.path}#${id}`, message };
  });
}
