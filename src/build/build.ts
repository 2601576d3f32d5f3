import { createHash } from "node:crypto";
import { join } from "node:path";
import type { SiteLocale } from "../config/locales.ts";
import type { SourcePage } from "../content/types.ts";
import type { LinkUse } from "../links/use.ts";
import { takeLock } from "../output/lock.ts";
import { checkOutFolder } from "../output/out-folder.ts";
import { publish, sweep } from "../output/publish.ts";
import type { OutputFile } from "../output/types.ts";
import { renderRedirect, renderRedirectsFile } from "../render/redirect.ts";
import { renderRobots, renderSitemap } from "../render/sitemap.ts";
import { Failure } from "../shared/failure.ts";
import { hasErrors, type Problem, sortProblems } from "../shared/problem.ts";
import { outputFile, toUrl } from "../shared/route.ts";
import { assetUrls } from "./assets.ts";
import { compilePages } from "./compile-pages.ts";
import { renderFeeds } from "./feeds.ts";
import { readLastUpdates } from "./last-updates.ts";
import { linkProblems } from "./link-problems.ts";
import { filesOfLocales } from "./locale-files.ts";
import { mermaidFiles } from "./mermaid-files.ts";
import { lastChangedDay } from "./page-last-update.ts";
import { loadPageModules } from "./page-modules.ts";
import { type RenderContext, renderNotFound, renderSitePage } from "./render-page.ts";
import { buildSearchIndexes, searchFiles } from "./search-files.ts";
import { type SharedBundle, sharedBundle } from "./shared-bundle.ts";
import { readSites, type Site, type SiteOptions } from "./site.ts";
import { type OnStage, type Stage, type StageTime, stopwatch } from "./stages.ts";
import { loadTemplate } from "./template-file.ts";

/** Folder for what is under way, inside the site's root. */
export const WORK_FOLDER = ".docgen";

export interface BuildOptions extends SiteOptions {
  /** Absolute path of the output folder. */
  readonly out: string;
  /** Told of each stage as it ends. */
  readonly onStage?: OnStage | undefined;
}

export interface BuildResult {
  readonly pages: number;
  readonly files: number;
  readonly bytes: number;
  readonly problems: readonly Problem[];
  readonly seconds: number;
  readonly stages: readonly StageTime[];
}

/**
 * Builds a site. With an error in the content nothing is written and the old output stays.
 *
 * @throws Failure for a faulty configuration, a refused output folder or a machine that can't
 */
export async function build(options: BuildOptions): Promise<BuildResult> {
  const started = performance.now();
  const { stages, stage } = stopwatch(options.onStage);
  const work = join(options.root, WORK_FOLDER);
  checkOutFolder(options.out, options.root);
  const release = takeLock(work);
  try {
    await sweep(options.out, work);
    const sites = await stage("read", () => readSites(options));
    const pages = sites.reduce((sum, { plan }) => sum + plan.pages.length, 0);
    const faults = sites.flatMap(({ problems }) => problems);
    if (pages === 0 && !hasErrors(faults)) {
      throw new Failure(
        1,
        "content/ holds no page; put Markdown into content/docs/, or choose the site's root with --root",
      );
    }
    const rendered = await renderSites(sites, stage);
    const problems = sortProblems([...faults, ...rendered.problems]);
    const files = hasErrors(problems) ? [] : rendered.files;
    const bytes = files.length === 0 ? 0 : await stage("write", () => publish(files, options.out, work));
    return {
      pages,
      files: files.length,
      bytes,
      problems,
      seconds: (performance.now() - started) / 1000,
      stages,
    };
  } finally {
    release();
  }
}

/** Everything between reading and writing, one language after the other. @param sites the default language first */
async function renderSites(
  sites: readonly Site[],
  stage: Stage,
): Promise<{ files: OutputFile[]; problems: readonly Problem[] }> {
  const [first] = sites;
  if (first === undefined) return { files: [], problems: [] };
  const shared = sharedBundle(first.root, first.plan.config, stage);
  const rendered: { locale: SiteLocale; files: OutputFile[]; problems: Problem[] }[] = [];
  for (const site of sites) {
    const { locale } = site.plan;
    const own: Stage = locale.isDefault ? stage : (name, run) => stage(`${name} (${locale.name})`, run);
    rendered.push({ locale, ...(await renderSite(site, shared, own)) });
  }
  return { files: filesOfLocales(rendered), problems: rendered.flatMap(({ problems }) => problems) };
}

/** The same for one language: values in, files out. */
async function renderSite(
  site: Site,
  shared: SharedBundle,
  stage: Stage,
): Promise<{ files: OutputFile[]; problems: Problem[] }> {
  const { root, plan, media } = site;
  const { modules, problems: moduleProblems } = await stage("page modules", () => loadPageModules(root, plan.pages));
  const working = plan.pages.filter(({ path }) => modules.has(path));
  const [bundle, liveFrame, template, documents, lastUpdates] = await Promise.all([
    shared.bundle(working),
    shared.liveFrame,
    loadTemplate(root),
    stage("compile", () => compilePages(root, plan.pages, plan.config, plan.site.texts)),
    stage("last updates", () => readLastUpdates(root, plan.config)),
  ]);
  const siteData = siteDataFile("site", plan.site);
  const versionSites = [...plan.versionSites].map(([name, data]) => ({ name, ...siteDataFile(name, data) }));
  const hasDiagrams = [...documents.values()].some(({ uses }) => uses.includes("mermaid"));
  const mermaid = hasDiagrams ? await mermaidFiles(root) : undefined;
  const hasLiveSamples = [...documents.values()].some(({ uses }) => uses.includes("live"));
  const { baseUrl, trailingSlash } = plan.config;
  const context: RenderContext = {
    plan,
    template,
    assets: {
      ...assetUrls(plan.assetsUrl, bundle, siteData.file, mermaid?.entry),
      // From the address of its data the client knows where the pages of its language are.
      siteData: toUrl(baseUrl, `/${siteData.file}`),
    },
    versionSiteData: new Map(versionSites.map(({ name, file }) => [name, toUrl(baseUrl, `/${file}`)])),
    lastUpdates: lastUpdates.byPath,
  };
  const pageFiles: OutputFile[] = [];
  const componentUses: LinkUse[] = [];
  const problems: Problem[] = [
    ...moduleProblems,
    ...bundle.problems,
    ...lastUpdates.problems,
    ...[...documents.values()].flatMap((document) => document.problems),
  ];
  const documentOf = (path: string) => documents.get(path);
  const render = (page: SourcePage) => {
    const compiled = { document: documents.get(page.path), module: modules.get(page.path), documentOf };
    return renderSitePage(page, compiled, context);
  };
  await stage("render", () => {
    for (const page of plan.pages) {
      const result = render(page);
      pageFiles.push({ file: outputFile(page.route, trailingSlash), data: result.html });
      componentUses.push(...result.links);
      problems.push(...result.problems);
    }
  });
  problems.push(...linkProblems(site, { documents, componentUses, htmlOf: (page) => render(page).html }));
  const indexes = await stage("search index", () => buildSearchIndexes(plan, documents));
  const files = [
    ...pageFiles,
    { file: "404.html", data: renderNotFound(context) },
    ...redirectFiles(plan),
    ...renderFeeds(plan, documentOf),
    ...crawlerFiles(site, (page) => lastChangedDay(page, lastUpdates.byPath)),
    ...bundle.files,
    ...(hasLiveSamples ? [liveFrame] : []),
    siteData,
    ...versionSites.map(({ file, data }) => ({ file, data })),
    ...searchFiles(indexes),
    ...media.files,
    ...(mermaid?.files ?? []),
  ];
  return { files, problems };
}

function redirectFiles({ redirects, config, locale }: Site["plan"]): OutputFile[] {
  if (redirects.length === 0) return [];
  return [
    ...redirects.map((redirect) => ({
      file: outputFile(redirect.from, config.trailingSlash),
      data: renderRedirect(redirect, config, locale.htmlLang),
    })),
    { file: "_redirects", data: renderRedirectsFile(redirects, config) },
  ];
}

/** What search engines look for, but for what the site brings itself; they ask for robots.txt at a host's top only. */
function crawlerFiles({ plan, media }: Site, dayOf: (page: SourcePage) => string | undefined): OutputFile[] {
  const { config, locales } = plan;
  const pages = plan.pages.filter((page) => plan.canonicalOf(page) === page.route && !plan.isNoIndex(page));
  const robots = config.baseUrl === "/" ? [["robots.txt", renderRobots(config.url, locales)] as const] : [];
  return [...renderSitemap(pages, config, dayOf), ...robots]
    .filter(([file]) => !media.byTarget.has(`/${file}`))
    .map(([file, data]) => ({ file, data }));
}

function siteDataFile(name: string, site: Site["plan"]["site"]): { file: string; data: string } {
  const data = JSON.stringify(site);
  const hash = createHash("sha256").update(data).digest("hex").slice(0, 8);
  return { file: `assets/${name}-${hash}.json`, data };
}
