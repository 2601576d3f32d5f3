import { createHash } from "node:crypto";
import { join } from "node:path";
import { checkLinks, type LinkLevels, type LinkUse } from "../links/check.ts";
import type { Document } from "../markdown/document.ts";
import { takeLock } from "../output/lock.ts";
import { checkOutFolder } from "../output/out-folder.ts";
import { publish, sweep } from "../output/publish.ts";
import type { OutputFile } from "../output/types.ts";
import { renderRedirect, renderRedirectsFile } from "../render/redirect.ts";
import { hasErrors, type Problem, sortProblems } from "../shared/problem.ts";
import { outputFile, type Route, routeKey } from "../shared/route.ts";
import { bundleClient } from "./assets.ts";
import { compilePages } from "./compile-pages.ts";
import { configLinks } from "./config-links.ts";
import { bundleLiveFrame } from "./live-frame.ts";
import { mermaidFiles } from "./mermaid-files.ts";
import { loadPageModules } from "./page-modules.ts";
import { type RenderContext, renderNotFound, renderSitePage } from "./render-page.ts";
import { buildSearchIndexes, searchFiles } from "./search-files.ts";
import { readSite, type Site, type SiteOptions } from "./site.ts";
import { loadTemplate } from "./template-file.ts";

/** Folder for what is under way, inside the site's root. */
export const WORK_FOLDER = ".docgen";

export interface BuildOptions extends SiteOptions {
  /** Absolute path of the output folder. */
  readonly out: string;
  /** Told of each stage as it ends. */
  readonly onStage?: (name: string, seconds: number) => void;
}

export interface BuildResult {
  readonly pages: number;
  readonly files: number;
  readonly bytes: number;
  readonly problems: readonly Problem[];
  readonly seconds: number;
  readonly stages: readonly { readonly name: string; readonly seconds: number }[];
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
    const site = await stage("read", () => readSite(options));
    const rendered = await renderSite(site, stage);
    const problems = sortProblems([...site.problems, ...rendered.problems]);
    const files = hasErrors(problems) ? [] : rendered.files;
    const bytes = files.length === 0 ? 0 : await stage("write", () => publish(files, options.out, work));
    return {
      pages: site.plan.pages.length,
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

type Stage = <T>(name: string, run: () => T | Promise<T>) => Promise<T>;

/** Everything between reading and writing: values in, files out. */
export async function renderSite(site: Site, stage: Stage): Promise<{ files: OutputFile[]; problems: Problem[] }> {
  const { root, plan, media } = site;
  const { modules, problems: moduleProblems } = await stage("page modules", () => loadPageModules(root, plan.pages));
  const working = plan.pages.filter(({ path }) => modules.has(path));
  const frame = stage("live frame", () => bundleLiveFrame(plan.config));
  const frameFile = frame.then(({ file }) => file);
  const [bundle, liveFrame, template, documents] = await Promise.all([
    stage("bundle", () => bundleClient(root, working, "production", frameFile)),
    frame,
    loadTemplate(root),
    stage("compile", () => compilePages(root, plan.pages, plan.config)),
  ]);
  const siteData = siteDataFile(plan.site);
  const hasDiagrams = [...documents.values()].some(({ uses }) => uses.includes("mermaid"));
  const mermaid = hasDiagrams ? await mermaidFiles(root) : undefined;
  const hasLiveSamples = [...documents.values()].some(({ uses }) => uses.includes("live"));
  const { baseUrl, trailingSlash } = plan.config;
  const context: RenderContext = {
    plan,
    template,
    assets: {
      stylesheet: baseUrl + bundle.stylesheet,
      script: baseUrl + bundle.script,
      siteData: baseUrl + siteData.file,
      ...(mermaid === undefined ? {} : { mermaid: baseUrl + mermaid.entry }),
    },
  };
  const pageFiles: OutputFile[] = [];
  const links: LinkUse[] = configLinks(plan);
  const problems: Problem[] = [
    ...moduleProblems,
    ...bundle.problems,
    ...[...documents.values()].flatMap((document) => document.problems),
  ];
  await stage("render", () => {
    for (const page of plan.pages) {
      const compiled = { document: documents.get(page.path), module: modules.get(page.path) };
      const result = renderSitePage(page, compiled, context);
      pageFiles.push({ file: outputFile(page.route, trailingSlash), data: result.html });
      links.push(...result.links);
      problems.push(...result.problems);
    }
  });
  problems.push(...linkProblems(site, links, documents));
  const indexes = await stage("search index", () => buildSearchIndexes(plan, documents));
  const files = [
    ...pageFiles,
    { file: "404.html", data: renderNotFound(context) },
    ...redirectFiles(plan),
    ...bundle.files,
    ...(hasLiveSamples ? [liveFrame] : []),
    siteData,
    ...searchFiles(indexes),
    ...media.files,
    ...(mermaid?.files ?? []),
  ];
  return { files, problems };
}

/** Broken links and anchors of the whole site, as bad as the configuration says. */
export function linkProblems(
  site: Site,
  links: readonly LinkUse[],
  documents: ReadonlyMap<string, Document>,
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
const THEME_ANCHORS = ["docgen-main"];

function configuredLevels({ plan }: Site): LinkLevels {
  const levels = { throw: "error", warn: "warning", ignore: "ignore" } as const;
  const { onBrokenLinks, onBrokenMarkdownLinks } = plan.config;
  return { links: levels[onBrokenLinks], markdownLinks: levels[onBrokenMarkdownLinks] };
}

function redirectFiles({ redirects, config }: Site["plan"]): OutputFile[] {
  if (redirects.length === 0) return [];
  return [
    ...redirects.map((redirect) => ({
      file: outputFile(redirect.from, config.trailingSlash),
      data: renderRedirect(redirect, config),
    })),
    { file: "_redirects", data: renderRedirectsFile(redirects, config) },
  ];
}

function siteDataFile(site: Site["plan"]["site"]): { file: string; data: string } {
  const data = JSON.stringify(site);
  const hash = createHash("sha256").update(data).digest("hex").slice(0, 8);
  return { file: `assets/site-${hash}.json`, data };
}

function stopwatch(onStage: BuildOptions["onStage"]): { stages: { name: string; seconds: number }[]; stage: Stage } {
  const stages: { name: string; seconds: number }[] = [];
  const stage: Stage = async (name, run) => {
    const started = performance.now();
    const result = await run();
    const seconds = (performance.now() - started) / 1000;
    stages.push({ name, seconds });
    onStage?.(name, seconds);
    return result;
  };
  return { stages, stage };
}
