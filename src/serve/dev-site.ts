import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type Bundle, bundleClient } from "../build/assets.ts";
import { linkProblems } from "../build/build.ts";
import { compilePage, createCompiler } from "../build/compile-pages.ts";
import { loadPageModules, type PageModule } from "../build/page-modules.ts";
import { type RenderContext, renderNotFound, renderSitePage } from "../build/render-page.ts";
import { buildSearchIndexes } from "../build/search-files.ts";
import { readSite, type Site, type SiteOptions } from "../build/site.ts";
import { loadTemplate } from "../build/template-file.ts";
import type { SourcePage } from "../content/types.ts";
import { normaliseRoute } from "../links/resolve.ts";
import type { Compiler } from "../markdown/compile.ts";
import type { Document } from "../markdown/document.ts";
import type { Problem } from "../shared/problem.ts";
import { routeKey } from "../shared/route.ts";
import { type Answer, typeOf } from "./http.ts";

const SITE_DATA_FILE = "assets/site.json";

/** One state of the site in memory; an edit makes a new one that takes over what is still good. */
export interface DevSite {
  readonly site: Site;
  /** Answers for a path below the base URL, without a slash at its start. */
  readonly answer: (path: string) => Promise<Answer | undefined>;
  readonly compiled: ReadonlyMap<string, Document>;
}

/**
 * Reads the site and makes what answers requests. Pages are compiled and rendered when asked for.
 *
 * @param script tag added to each page, for reloading
 * @param previous documents kept from the state before, by content
 */
export async function createDevSite(
  options: SiteOptions,
  script: string,
  previous: ReadonlyMap<string, Document>,
  onProblems: (problems: readonly Problem[]) => void,
): Promise<DevSite> {
  const site = await readSite(options);
  const { root, plan } = site;
  const [bundle, modules, template, compiler] = await Promise.all([
    bundleClient(root, plan.pages, "development"),
    loadPageModules(root, plan.pages),
    loadTemplate(root),
    createCompiler(plan.config),
  ]);
  const { baseUrl } = plan.config;
  const context: RenderContext = {
    plan,
    template,
    assets: {
      stylesheet: baseUrl + bundle.stylesheet,
      script: baseUrl + bundle.script,
      siteData: baseUrl + SITE_DATA_FILE,
    },
  };
  const documents = new Map<string, Document>();
  const documentOf = async (page: SourcePage): Promise<Document> => {
    const key = documentKey(page, plan.config);
    const document = documents.get(key) ?? previous.get(key) ?? (await compile(page, site, compiler));
    documents.set(key, document);
    return document;
  };
  const byRoute = new Map(plan.pages.map((page) => [routeKey(page.route), page]));
  onProblems(site.problems);
  return {
    site,
    compiled: documents,
    answer: async (path) => {
      const fixed = await fixedAnswer(path, site, bundle);
      if (fixed !== undefined) return fixed;
      if (/^search-index-[\w-]+\.json$/.test(path)) return searchAnswer(path, site, documentOf);
      const page = byRoute.get(normaliseRoute(`/${path}`));
      if (page === undefined) return html(404, renderNotFound(context), script);
      return html(200, await renderDevPage(page, modules, documentOf, context, site, onProblems), script);
    },
  };
}

function html(status: number, page: string, script: string): Answer {
  return { status, type: typeOf(".html"), body: page.replace("</head>", () => `${script}\n</head>`) };
}

async function renderDevPage(
  page: SourcePage,
  modules: ReadonlyMap<string, PageModule>,
  documentOf: (page: SourcePage) => Promise<Document>,
  context: RenderContext,
  site: Site,
  onProblems: (problems: readonly Problem[]) => void,
): Promise<string> {
  const document = page.format === "md" ? await documentOf(page) : undefined;
  const rendered = renderSitePage(page, { document, module: modules.get(page.path) }, context);
  const own = new Map(document === undefined ? [] : [[page.path, document]]);
  onProblems([...(document?.problems ?? []), ...rendered.problems, ...linkProblems(site, rendered.links, own)]);
  return rendered.html;
}

function compile(page: SourcePage, site: Site, compiler: Compiler): Promise<Document> {
  return compilePage(page, site.plan.config, compiler);
}

/** Everything that a compiled document depends on. */
function documentKey(page: SourcePage, { vars, highlight, tableOfContents }: Site["plan"]["config"]): string {
  const parts = [page.path, page.bodyLine, page.frontMatter, vars, highlight, tableOfContents, page.body];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64");
}

async function fixedAnswer(path: string, site: Site, bundle: Bundle): Promise<Answer | undefined> {
  if (path === SITE_DATA_FILE) return { status: 200, type: typeOf(path), body: JSON.stringify(site.plan.site) };
  const entry = [...bundle.files, ...site.media.files].find(({ file }) => file === path);
  if (entry === undefined) return undefined;
  const body = "data" in entry ? entry.data : await readFile(entry.copyOf);
  return { status: 200, type: typeOf(path), body };
}

async function searchAnswer(
  path: string,
  site: Site,
  documentOf: (page: SourcePage) => Promise<Document>,
): Promise<Answer | undefined> {
  const documents = new Map<string, Document>();
  for (const page of site.plan.pages) {
    if (page.format === "md") documents.set(page.path, await documentOf(page));
  }
  const tag = /^search-index-(.+)\.json$/.exec(path)?.[1] ?? "";
  const index = buildSearchIndexes(site.plan, documents).get(tag);
  return index === undefined ? undefined : { status: 200, type: typeOf(path), body: JSON.stringify(index) };
}
