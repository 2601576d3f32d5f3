import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { bundleClient } from "../build/assets.ts";
import { assetUrls } from "../build/bundle.ts";
import { compilePage, createCompiler } from "../build/compile-pages.ts";
import { feedPosts, renderFeeds } from "../build/feeds.ts";
import { readLastUpdates } from "../build/last-updates.ts";
import { pageLinkProblems } from "../build/link-problems.ts";
import { pageUses, writtenLinks } from "../build/link-uses.ts";
import { type DocumentOf, listedPaths } from "../build/list-data.ts";
import { bundleFrame, liveFrame } from "../build/live-frame.ts";
import { copyFile, renderCopy } from "../build/markdown-copies.ts";
import { mermaidFiles } from "../build/mermaid-files.ts";
import { loadPageModules, type PageModule } from "../build/page-modules.ts";
import type { Plan } from "../build/plan.ts";
import { type RenderContext, renderNotFound, renderSitePage } from "../build/render-page.ts";
import { buildSearchIndexes } from "../build/search-files.ts";
import { readSite, type Site, type SiteOptions } from "../build/site.ts";
import { loadTemplate } from "../build/template-file.ts";
import { webManifestFiles } from "../build/web-manifest-file.ts";
import { feedFiles } from "../content/feed-files.ts";
import type { SourcePage } from "../content/types.ts";
import { normaliseRoute } from "../links/resolve.ts";
import type { Compiler } from "../markdown/compile.ts";
import type { Document } from "../markdown/document.ts";
import { createHighlighter } from "../markdown/highlight/highlighter.ts";
import type { Tokenise } from "../markdown/highlight/tokeniser.ts";
import type { OutputFile } from "../output/types.ts";
import type { Problem } from "../shared/problem.ts";
import { routeKey, toUrl } from "../shared/route.ts";
import { escapeHtml } from "../shared/text.ts";
import { type Answer, plainAnswer, typeOf } from "./http.ts";

/** Made when asked for: most edits are on pages without live samples. */
const LIVE_FRAME_FILE = "assets/live-frame.html";

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
 * @param tokenise highlights code
 * @param previous documents kept from the state before, by content
 */
export async function createDevSite(
  options: SiteOptions,
  script: string,
  previous: ReadonlyMap<string, Document>,
  tokenise: Tokenise,
  onProblems: (problems: readonly Problem[]) => void,
): Promise<DevSite> {
  const site = await readSite(options);
  const { root, plan } = site;
  const localeSite = localeSites(options, site, script, previous, tokenise, onProblems);
  const { modules, problems: moduleProblems } = await loadPageModules(root, plan.pages);
  const working = plan.pages.filter(({ path }) => modules.has(path));
  const [bundle, template, compiler, mermaid, lastUpdates] = await Promise.all([
    bundleClient(root, working, "development"),
    loadTemplate(root),
    createCompiler(root, plan.config, createHighlighter(tokenise, plan.config.highlight.aliases), plan.site.texts),
    // Without the package diagrams are shown as text here; the build says what is missing.
    mermaidFiles(root).catch(() => undefined),
    readLastUpdates(root, plan.config),
  ]);
  const { baseUrl } = plan.config;
  const context: RenderContext = {
    plan,
    template,
    assets: {
      ...assetUrls(baseUrl, bundle, siteDataFile("site"), mermaid?.entry),
      liveFrame: baseUrl + LIVE_FRAME_FILE,
    },
    versionSiteData: new Map([...plan.versionSites.keys()].map((name) => [name, baseUrl + siteDataFile(name)])),
    lastUpdates: lastUpdates.byPath,
  };
  const documents = new Map<string, Document>();
  const documentOf = async (page: SourcePage): Promise<Document> => {
    const key = documentKey(page, plan);
    // A file that a page includes may have changed while the page has not.
    const kept = previous.get(key)?.includes.length === 0 ? previous.get(key) : undefined;
    const document = documents.get(key) ?? kept ?? (await compile(page, site, compiler));
    documents.set(key, document);
    return document;
  };
  const feeds = feedFiles(plan.posts, plan.config);
  const byRoute = new Map(plan.pages.map((page) => [routeKey(page.route), page]));
  onProblems([...site.problems, ...moduleProblems, ...bundle.problems, ...lastUpdates.problems]);
  return {
    site,
    compiled: documents,
    answer: async (path) => {
      const other = localeSite(path);
      if (other !== undefined) return (await other.site).answer(other.path);
      const fixed = await fixedAnswer(path, site, [...bundle.files, ...site.media.files, ...(mermaid?.files ?? [])]);
      if (fixed !== undefined) return fixed;
      if (path === LIVE_FRAME_FILE) {
        return { status: 200, type: typeOf(path), body: liveFrame(await bundleFrame(), plan.config).data };
      }
      if (feeds.includes(path)) return feedAnswer(path, plan, documentOf);
      const text = await textAnswer(path, plan, documentOf);
      if (text !== undefined) return text;
      if (/^search-index-[^/]+\.json$/.test(path)) return searchAnswer(path, site, documentOf);
      const page = byRoute.get(normaliseRoute(`/${path}`));
      const moved = plan.index.redirects.get(normaliseRoute(`/${path}`));
      if (moved !== undefined)
        return { ...plainAnswer(302, ""), headers: { Location: toUrl(baseUrl, moved.to) + moved.hash } };
      if (page === undefined) return html(404, renderNotFound(context), script);
      const faults = moduleProblems.filter((problem) => problem.path === page.path);
      if (page.format === "tsx" && !modules.has(page.path)) return html(500, faultPage(page, faults), script);
      return html(200, await renderDevPage(page, modules, documentOf, context, site, onProblems), script);
    },
  };
}

/**
 * The other languages, each a site of its own below its folder, made when it is first asked for:
 * who writes in one language does not wait for the others.
 */
function localeSites(
  options: SiteOptions,
  { plan }: Site,
  script: string,
  previous: ReadonlyMap<string, Document>,
  tokenise: Tokenise,
  onProblems: (problems: readonly Problem[]) => void,
): (path: string) => { readonly site: Promise<DevSite>; readonly path: string } | undefined {
  const sites = new Map<string, Promise<DevSite>>();
  const others = plan.locale.isDefault ? plan.locales.filter(({ isDefault }) => !isDefault) : [];
  return (path) => {
    const locale = others.find(({ folder }) => `${path}/`.startsWith(folder));
    if (locale === undefined) return undefined;
    const made = sites.get(locale.name);
    const site = made ?? createDevSite({ ...options, locale: locale.name }, script, previous, tokenise, onProblems);
    sites.set(locale.name, site);
    return { site, path: path.slice(locale.folder.length) };
  };
}

function html(status: number, page: string, script: string): Answer {
  return { status, type: typeOf(".html"), body: page.replace("</head>", () => `${script}\n</head>`) };
}

/** Shown in the place of a page that can't be loaded; it goes away with the fault. */
function faultPage(page: SourcePage, faults: readonly Problem[]): string {
  const lines = faults.map(({ path, line, column, message }) => `${path}:${line}:${column}  ${message}`);
  const text = escapeHtml(
    lines.length === 0 ? `${page.path} cannot be loaded: see the other pages' faults` : lines.join("\n"),
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Fault</title></head><body><pre>${text}</pre></body></html>`;
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
  const listed = listedPaths(page.list).flatMap((path) => site.plan.pageAt(path) ?? []);
  const compiled = await compileAll(listed, documentOf);
  const rendered = renderSitePage(page, { document, module: modules.get(page.path), documentOf: compiled }, context);
  const { problems } = rendered;
  const links = [...rendered.links, ...(document === undefined ? [] : writtenLinks(document))];
  const known = { documentOf: (one: SourcePage) => (one.path === page.path ? document : undefined) };
  const linkFaults = pageLinkProblems(site, pageUses(site, page, links), known);
  onProblems([...(document?.problems ?? []), ...rendered.problems, ...linkFaults]);
  return rendered.html === "" ? faultPage(page, problems) : rendered.html;
}

function compile(page: SourcePage, site: Site, compiler: Compiler): Promise<Document> {
  return compilePage(page, site.plan.config, compiler);
}

/** Everything that a compiled document depends on. */
function documentKey(page: SourcePage, { config, site }: Site["plan"]): string {
  const { vars, highlight, tableOfContents } = config;
  const parts = [page.path, page.bodyLine, page.frontMatter, site.texts, vars, highlight, tableOfContents, page.body];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64");
}

function siteDataFile(name: string): string {
  return `assets/${name}.json`;
}

async function fixedAnswer(path: string, site: Site, files: readonly OutputFile[]): Promise<Answer | undefined> {
  const sites = new Map([...site.plan.versionSites, ["site", site.plan.site] as const]);
  const siteData = sites.get(/^assets\/(site.*)\.json$/.exec(path)?.[1] ?? "");
  if (siteData !== undefined) return { status: 200, type: typeOf(path), body: JSON.stringify(siteData) };
  const names = [
    path,
    ...(path === "" || path.endsWith("/") ? [`${path}index.html`] : [`${path}.html`, `${path}/index.html`]),
  ];
  const entry = names.map((name) => files.find(({ file }) => file === name)).find((found) => found !== undefined);
  if (entry === undefined) return undefined;
  const body = "data" in entry ? entry.data : await readFile(entry.copyOf);
  return { status: 200, type: typeOf(entry.file), body };
}

async function feedAnswer(
  path: string,
  plan: Site["plan"],
  documentOf: (page: SourcePage) => Promise<Document>,
): Promise<Answer | undefined> {
  const files = renderFeeds(plan, await compileAll(feedPosts(plan), documentOf));
  const entry = files.find(({ file }) => file === path);
  return entry === undefined || !("data" in entry) ? undefined : { status: 200, type: typeOf(path), body: entry.data };
}

/** A page's Markdown copy, made when it is asked for; and what tells devices of the site. */
async function textAnswer(
  path: string,
  plan: Plan,
  documentOf: (page: SourcePage) => Promise<Document>,
): Promise<Answer | undefined> {
  const manifest = webManifestFiles(plan, []).find(({ file }) => file === path);
  if (manifest !== undefined && "data" in manifest) return { status: 200, type: typeOf(path), body: manifest.data };
  const page = path.endsWith(".md") ? plan.pages.find((one) => copyFile(one, plan) === path) : undefined;
  if (page === undefined) return undefined;
  const document = page.format === "md" ? await documentOf(page) : undefined;
  return { status: 200, type: typeOf(path), body: renderCopy(page, document, plan) };
}

async function compileAll(
  pages: readonly SourcePage[],
  documentOf: (page: SourcePage) => Promise<Document>,
): Promise<DocumentOf> {
  const documents = new Map<string, Document>();
  for (const page of pages) if (page.format === "md") documents.set(page.path, await documentOf(page));
  return (path) => documents.get(path);
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
