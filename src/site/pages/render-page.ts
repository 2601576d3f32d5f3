import { hash } from "node:crypto";
import { pageTitle } from "../../content/title.ts";
import type { SourcePage } from "../../content/types.ts";
import type { WrittenLink } from "../../links/use.ts";
import { type CompiledDocument, fillMarks, fillSlots, type Slot } from "../../markdown/document.ts";
import { pathTo } from "../../navigation/sidebar-path.ts";
import { renderApp } from "../../render/app.tsx";
import type { AssetUrls, HeadInput } from "../../render/head.ts";
import { renderCards, renderList, renderPage } from "../../render/page.tsx";
import type { Template } from "../../render/template.ts";
import { NOT_FOUND_ROUTE } from "../../shared/constants.ts";
import { type Problem, problemOf } from "../../shared/problem.ts";
import { nameOf, toUrl } from "../../shared/route.ts";
import { escapeHtml } from "../../shared/text.ts";
import type { PageData, SiteData } from "../../theme/types.ts";
import { categoryItems } from "../model/category-items.ts";
import { type LastUpdates, pageLastUpdate } from "../model/last-updates.ts";
import type { Plan } from "../model/plan.ts";
import { originalLocale } from "../model/plan-locale.ts";
import { copyAddress, copyLink } from "../outputs/markdown-copies.ts";
import { knownPagesFile } from "../outputs/site-data.ts";
import { blogTags } from "./blog-head.ts";
import { componentLinks } from "./component-links.ts";
import { type DocumentOf, listAbout, listData, listedPaths, listTitle } from "./list-data.ts";
import type { PageFault, PageModule, RenderedApp } from "./module-threads.ts";
import { editUrlOf, imageOf, rootIcons } from "./page-addresses.ts";
import type { PageExports, RenderTask } from "./page-worker.ts";
import { postData } from "./post-data.ts";
import { fillSlot } from "./slots.ts";

/** Context shared by all rendered pages. */
export interface RenderContext {
  readonly plan: Plan;
  readonly assets: AssetUrls;
  /** URLs of the site data of docs versions, by the plan's names; that of all other pages is in `assets`. */
  readonly versionSiteData: ReadonlyMap<string, string>;
  readonly template: Template;
  /** Theme with the site's own components; empty for docgen's own. */
  readonly theme: string;
  /** Script URLs of components that run in the browser, by component name. */
  readonly islands?: Readonly<Record<string, string>> | undefined;
  /** Last changes of the pages' sources. */
  readonly lastUpdates: LastUpdates["byPath"];
}

/** A rendered page. */
export interface RenderedPage {
  /** Files read by the `load` of a React page, relative to the root; absent if it has none. */
  readonly reads?: readonly string[] | undefined;
  readonly html: string;
  /** Links that are known only from the HTML of a React page. */
  readonly links: readonly WrittenLink[];
  readonly problems: readonly Problem[];
}

/** Input of rendering a page. */
interface Compiled {
  readonly document?: CompiledDocument | undefined;
  /** Properties that a React page exports. */
  readonly exports?: PageExports | undefined;
  /** Output file of its script. */
  readonly chunk?: string | undefined;
  /** Documents of the pages that it lists. */
  readonly documentOf?: DocumentOf | undefined;
  /** First sentences of the pages on its cards that have no description, by their routes. */
  readonly leads?: ReadonlyMap<string, string> | undefined;
}

/** Renders the theme: docgen's own here, one with the site's components in their thread. */
export type RunTheme = (what: RenderTask) => RenderedApp | Promise<RenderedApp | PageFault>;

const OWN_THEME: RunTheme = ({ site, page, articleHtml }) => ({ app: renderApp(site, page, articleHtml) });

/** Renders a page from its source and compiled documents; without HTML if the site's theme fails. */
export async function renderSitePage(
  page: SourcePage,
  compiled: Compiled,
  context: RenderContext,
  runTheme: RunTheme = OWN_THEME,
): Promise<RenderedPage> {
  const { data, articleHtml, extras, problems } = draftPage(page, compiled, context);
  const site = siteOf(context.plan, extras.versionSite);
  const done = await runTheme({ site, page: data, articleHtml, theme: context.theme });
  if ("fault" in done) return { html: "", links: [], problems: [...problems, done.fault] };
  return { html: renderHtml(data, done.app, context, extras), links: [], problems };
}

/** Input of rendering a React page. */
interface ReactPage {
  readonly module: PageModule;
  /** Output file of its script. */
  readonly chunk: string | undefined;
  /** Text of its source file. */
  readonly source: string;
}

/** Renders a React page; without HTML if it fails. */
export async function renderModulePage(
  page: SourcePage,
  { module, chunk, source }: ReactPage,
  context: RenderContext,
): Promise<RenderedPage> {
  const { plan } = context;
  const exports = await module.load();
  if ("fault" in exports) return { html: "", links: [], problems: [exports.fault] };
  const { data, extras, problems } = draftPage(page, { exports, chunk }, context);
  const site = siteOf(plan, extras.versionSite);
  const rendered = await module.render({ site, page: data, articleHtml: "", theme: context.theme });
  if ("fault" in rendered) return { html: "", links: [], problems: [...problems, rendered.fault] };
  const html = renderHtml(data, rendered.app, context, extras);
  return { html, links: componentLinks(page, source, html, plan.indexOf(page)), problems, reads: exports.reads };
}

/** A page before it is rendered. */
function draftPage(page: SourcePage, compiled: Compiled, context: RenderContext) {
  const { plan } = context;
  const { document, exports, documentOf = () => undefined } = compiled;
  const { neighbours, problems } = plan.neighboursOf(page);
  const fill = (slot: Slot) => {
    if (slot.kind === "cards") return cardsOf(page, data, plan, compiled.leads);
    if (slot.kind === "island") return `src="${escapeHtml(context.islands?.[slot.target] ?? "")}"`;
    return fillSlot(slot, page, plan);
  };
  const data = pageData(page, compiled, context, neighbours);
  const list = page.list === undefined ? "" : renderList(plan.site, data, listData(page.list, plan, documentOf));
  const articleHtml = document === undefined ? list : fillSlots(document, fill);
  const image = imageOf(page, plan);
  const extras: Extras = {
    scripts: exports?.scripts ?? page.frontMatter.scripts ?? [],
    metaTitle: page.frontMatter.title_meta,
    keywords: page.frontMatter.keywords ?? [],
    image,
    about: page.list === undefined ? "" : listAbout(page.list, data.title, plan),
    tags: [...copyLink(data.copy), ...(document?.head ?? []), ...blogTags(page, data, image?.url, plan)],
    breadcrumbs: data.breadcrumbs ? pathTo(plan.site.sidebars[data.sidebar ?? ""] ?? [], data.route) : [],
    uses: [document, ...listedPaths(page.list).map(documentOf)].flatMap((one) => one?.uses ?? []),
    versionSite: plan.versionSiteOf(page),
    canonical: plan.canonicalOf(page),
    noIndex: plan.isNoIndex(page),
  };
  const faults = [...problems, ...emptyCards(page, document, plan), ...missingScripts(document, plan)];
  return { data, articleHtml, extras, problems: faults };
}

/** Live samples that need a script which reaches pages, but not the frames of samples. */
function missingScripts(document: CompiledDocument | undefined, { config }: Plan): Problem[] {
  const samples = document?.samples.filter(({ meta }) => /(?:^|\s)live(?:\s|$)/.test(meta)) ?? [];
  const library = config.live.library?.scripts;
  const own = config.scripts.filter(({ name }) => name === undefined || name !== library).map(({ src }) => src);
  const inHead = document?.head.flatMap((tags) =>
    Array.from(tags.matchAll(/<script[^>]*\ssrc="([^"]*)"/gi), ([, src = ""]) => src),
  );
  return samples.flatMap(({ path, line, column, code }) => {
    const src = [...own, ...(inHead ?? [])].find((one) => {
      const name = /^[A-Za-z]{3,}/.exec(nameOf(one))?.[0];
      return name !== undefined && new RegExp(`\\b${name}\\b`, "i").test(code);
    });
    if (src === undefined) return [];
    const message = `this live sample does not get the script "${src}": it runs in a frame of its own`;
    const hint = "give the script a name in scripts of site.config.ts, and write that into live.library";
    return [problemOf({ path, line, column, severity: "warning", code: "live", message, hint })];
  });
}

function emptyCards(page: SourcePage, document: CompiledDocument | undefined, plan: Plan): Problem[] {
  const [slot] = document?.slots.filter(({ kind }) => kind === "cards") ?? [];
  if (slot === undefined || categoryItems(page, plan).some((item) => item.unlisted !== true)) return [];
  const { path, line, column } = slot;
  const message = "<DocCardList> shows nothing: no other page stands beside or below this one in a sidebar";
  const hint = "remove it, or put pages into the folder of this one";
  return [problemOf({ path, line, column, severity: "warning", code: "empty-list", message, hint })];
}

/** Renders the 404 page. */
export async function renderNotFound(context: RenderContext, runTheme: RunTheme = OWN_THEME): Promise<RenderedPage> {
  const page: PageData = {
    route: NOT_FOUND_ROUTE,
    kind: "notFound",
    title: "Page Not Found",
    description: "",
    breadcrumbs: false,
    hideTitle: false,
    toc: [],
    unlisted: false,
  };
  const { plan, theme } = context;
  const pages = toUrl(plan.config.baseUrl, `/${knownPagesFile(plan).file}`);
  const articleHtml = renderList(plan.site, page, { kind: "near", pages });
  const done = await runTheme({ site: plan.site, page, articleHtml, theme });
  if ("fault" in done) return { html: "", links: [], problems: [done.fault] };
  const html = renderHtml(page, done.app, context, {
    scripts: [],
    keywords: [],
    about: "",
    breadcrumbs: [],
    tags: [],
    uses: [],
    canonical: page.route,
    noIndex: true,
  });
  return { html, links: [], problems: [] };
}

/** What a page's head says besides the page's data. */
interface Extras extends Omit<HeadInput, "config" | "page" | "assets" | "icons" | "lang" | "locales"> {
  /** Name of the site data if it isn't the common one. */
  readonly versionSite?: string | undefined;
}

function renderHtml(
  page: PageData,
  app: string,
  { plan, assets, versionSiteData, template }: RenderContext,
  extras: Extras,
): string {
  const { config } = plan;
  const { versionSite = "", ...head } = extras;
  const siteData = versionSiteData.get(versionSite) ?? assets.siteData;
  return renderPage({
    site: siteOf(plan, versionSite),
    page,
    app,
    head: {
      config,
      page,
      assets: { ...assets, siteData },
      icons: rootIcons(plan),
      locales: plan.locales,
      lang: plan.locale.htmlLang,
      ...head,
    },
    template,
    lang: plan.locale.htmlLang,
    dir: plan.locale.direction,
    clientTexts: plan.clientTexts,
    sha256: (text) => hash("sha256", text, "base64"),
  });
}

function siteOf(plan: Plan, versionSite: string | undefined): SiteData {
  return plan.versionSites.get(versionSite ?? "") ?? plan.site;
}

function pageData(
  page: SourcePage,
  { document, exports, chunk }: Compiled,
  { plan, lastUpdates }: RenderContext,
  neighbours: Pick<PageData, "previous" | "next">,
): PageData {
  const { frontMatter } = page;
  const fill = (slot: Slot) => fillSlot(slot, page, plan);
  const plugin = plan.config.docs.find(({ id }) => id === page.plugin);
  const sidebar = page.kind === "page" ? undefined : plan.sidebarIdOf(page);
  const blog = page.kind === "post" ? plan.config.blog : false;
  const editUrl = editUrlOf(page, blog === false ? plugin?.editUrl : blog.editUrl);
  const version = plan.pageVersionOf(page);
  const original = originalLocale(page, plan);
  const copy = copyAddress(page, plan);
  const named = page.list === undefined ? undefined : listTitle(page.list, plan);
  const toc = document?.toc.map((entry) => ({ ...entry, html: fillMarks(entry.html, document, fill) })) ?? [];
  return {
    route: page.route,
    kind: page.format === "tsx" ? "component" : page.kind,
    title: named?.title ?? exports?.title ?? pageTitle(page),
    description: named?.description ?? exports?.description ?? frontMatter.description ?? document?.lead ?? "",
    ...(sidebar === undefined ? {} : { sidebar }),
    breadcrumbs: plugin?.breadcrumbs ?? false,
    ...(document === undefined ? {} : headingHtml(page, document, fill)),
    hideTitle: frontMatter.hide_title ?? false,
    ...(copy === undefined ? {} : { copy }),
    ...(original === undefined ? {} : { original: { lang: original.htmlLang, dir: original.direction } }),
    toc: frontMatter.hide_table_of_contents === true ? [] : toc,
    ...neighbours,
    ...(editUrl === undefined ? {} : { editUrl }),
    ...pageLastUpdate(page, plugin, lastUpdates),
    unlisted: frontMatter.unlisted ?? false,
    ...(page.tags === undefined ? {} : { tags: page.tags }),
    ...(page.post === undefined ? {} : { post: postData(page, document, plan) }),
    ...(version === undefined ? {} : { version }),
    ...(chunk === undefined ? {} : { chunk: `./${nameOf(chunk)}` }),
    ...(exports?.data === undefined ? {} : { data: exports.data }),
  };
}

/** HTML of the level-1 heading, if it is more than the title's text. */
function headingHtml(page: SourcePage, document: CompiledDocument, fill: (slot: Slot) => string) {
  const html = document.heading?.html ?? document.titleHtml;
  if (html === undefined || html === escapeHtml(pageTitle(page))) return {};
  return { headingHtml: fillMarks(html, document, fill) };
}

function cardsOf(page: SourcePage, data: PageData, plan: Plan, leads?: ReadonlyMap<string, string>): string {
  const items = categoryItems(page, plan).map((item) => {
    const lead = leads?.get(item.route ?? "");
    return lead === undefined ? item : { ...item, description: lead };
  });
  return renderCards(siteOf(plan, plan.versionSiteOf(page)), data, items);
}
