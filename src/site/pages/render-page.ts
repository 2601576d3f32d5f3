import { hash } from "node:crypto";
import type { SourcePage } from "../../content/content-types.ts";
import type { WrittenLink } from "../../links/use.ts";
import { fillSlots, isTagSlot, type Slot } from "../../markdown/document.ts";
import { pathTo, sidebarNamed } from "../../navigation/sidebar-path.ts";
import { renderApp } from "../../render/app.tsx";
import type { AssetUrls, HeadInput } from "../../render/head.ts";
import { renderCards, renderList, renderPage, type Template } from "../../render/page.tsx";
import { NOT_FOUND_ROUTE } from "../../shared/constants.ts";
import { readHtml } from "../../shared/html.ts";
import { type Problem, problemOf } from "../../shared/problem.ts";
import { toUrl } from "../../shared/route.ts";
import { escapeHtml } from "../../shared/text.ts";
import { translate } from "../../shared/translate.ts";
import { TOP_ID } from "../../theme/element-ids.ts";
import { NOT_FOUND_TITLE } from "../../theme/NotFound.tsx";
import type { PageData, SiteData } from "../../theme/theme-types.ts";
import type { ExtensionThread } from "../extensions/extension-thread.ts";
import type { AppInput, PageExports, SiteModule } from "../extensions/site-jobs.ts";
import { knownPagesFile, type Plan } from "../model/plan.ts";
import { blogTags } from "./blog-pages.ts";
import { componentLinks } from "./component-links.ts";
import { listAbout, listData, listedPaths } from "./list-data.ts";
import { copyLink } from "./markdown-copies.ts";
import { type Compiled, imageOf, type PageContext, pageData, rootIcons } from "./page-data.ts";
import { pageFaults } from "./page-faults.ts";
import { fillSlot, slotTag } from "./slots.ts";

/** Context shared by all rendered pages. */
export interface RenderContext extends PageContext {
  readonly assets: AssetUrls;
  /** URLs of the site data of docs versions, by the plan's names; that of other pages is in `assets`. */
  readonly versionSiteData: ReadonlyMap<string, string>;
  readonly template: Template;
  /** Theme with the site's own components; undefined for docgen's own. */
  readonly theme: (SiteModule & { readonly isConstant: boolean }) | undefined;
  /** Script URLs of components that run in the browser, by component name. */
  readonly islands?: Readonly<Record<string, string>> | undefined;
  /** Addresses of what documents an API, by name. */
  readonly names?: Readonly<Record<string, string>>;
}

/** A rendered page. */
export interface RenderedPage {
  /** Files that the `load` of a React page has read, with their digests. */
  readonly reads?: PageExports["reads"];
  readonly html: string;
  /** Links found in the HTML of a React page. */
  readonly links: readonly WrittenLink[];
  readonly problems: readonly Problem[];
}

/** Renders a page from its source and compiled documents; without HTML if the site's theme fails. */
export async function renderSitePage(
  page: SourcePage,
  compiled: Compiled,
  context: RenderContext,
  thread: ExtensionThread,
  component?: SiteModule,
): Promise<RenderedPage & { readonly app: string }> {
  const { plan } = context;
  const { document, exports, documentOf = () => undefined } = compiled;
  const { neighbours, problems: neighbourFaults } = plan.neighboursOf(page);
  const problems = [...neighbourFaults, ...pageFaults(page, document, plan)];
  const fill = (slot: Slot) => {
    if (slot.kind === "cards") return cardsOf(page, data, plan, compiled.leads);
    if (slot.kind === "island") return `src="${escapeHtml(context.islands?.[slot.target] ?? "")}"`;
    return isTagSlot(slot.kind) ? slotTag(slot, page, plan, context.names) : fillSlot(slot, page, plan);
  };
  const data = pageData(page, compiled, context, neighbours);
  const list = page.list && renderList(plan.site, data, listData(page.list, plan, documentOf));
  const cards = page.kind === "category" ? cardsOf(page, data, plan, compiled.leads) : "";
  const articleHtml = document === undefined ? (list ?? cards) : fillSlots(document, fill);
  const image = imageOf(page, plan);
  const { app, fault, html } = await renderData(data, { articleHtml, component }, context, thread, {
    scripts: exports?.scripts ?? page.frontMatter.scripts ?? [],
    metaTitle: page.frontMatter.title_meta,
    keywords: page.frontMatter.keywords ?? [],
    image,
    about: page.list === undefined ? "" : listAbout(page.list, data.title, plan),
    tags: [...copyLink(data.copy), ...(document?.head ?? []), ...blogTags(page, data, image?.url, plan)],
    breadcrumbs: data.breadcrumbs ? pathTo(sidebarNamed(plan.site.sidebars, data.sidebar), data.route) : [],
    uses: [document, ...listedPaths(page.list).map(documentOf)].flatMap((shown) => shown?.uses ?? []),
    versionSite: plan.versionSiteOf(page),
    canonical: plan.canonicalOf(page),
    noIndex: plan.isNoIndex(page),
  });
  return { app, html, links: [], problems: [...problems, ...fault] };
}

interface ReactPage {
  readonly module: SiteModule;
  /** Output file of its script. */
  readonly chunk: string | undefined;
  /** Text of its source file. */
  readonly source: string;
}

/** Renders a React page; without HTML if it fails. */
export async function renderModulePage(
  root: string,
  page: SourcePage,
  { module, chunk, source }: ReactPage,
  context: RenderContext,
  thread: ExtensionThread,
): Promise<RenderedPage> {
  const subject = { doing: "loaded on the server", owner: module.name, modules: [module] };
  const loaded = await thread.run("exports", { root, page: module }, subject);
  if ("fault" in loaded) return { html: "", links: [], problems: [loaded.fault] };
  const exports = loaded.value;
  const { app, ...pageParts } = await renderSitePage(page, { exports, chunk }, context, thread, module);
  if (pageParts.html === "") return pageParts;
  const { links, problems } = componentLinks(page, source, app, context.plan.indexOf(page));
  const faults = [...problems, ...emptyPage(page, app), ...computedTitle(page, exports.title)];
  return {
    ...pageParts,
    links: [...links.values()],
    problems: [...pageParts.problems, ...faults],
    reads: exports.reads,
  };
}

/** Problem of a title that is computed: the site is laid out before any code runs. */
function computedTitle({ path, title }: SourcePage, exported: string | undefined): Problem[] {
  if (exported === undefined || exported === title) return [];
  const message = `title is not a string literal, so docgen names the page "${title}"`;
  const hint = `write it as a string: export const title = ${JSON.stringify(exported)};`;
  return [problemOf({ path, severity: "warning", code: "page", message, hint })];
}

/** Problem of a component that renders nothing, such as one without a `return`. */
function emptyPage({ path }: SourcePage, app: string): Problem[] {
  const parts = readHtml(app);
  const main = parts.findIndex((part) => part.kind === "start" && part.name === "main");
  if (main < 0 || parts[main + 1]?.kind !== "end") return [];
  const message = "renders nothing on the server: readers without JavaScript would see an empty page";
  const hint = "return the page's content from its component on the server, too";
  return [problemOf({ path, severity: "warning", code: "page", message, hint })];
}

/** Renders the 404 page. */
export async function renderNotFound(context: RenderContext, thread: ExtensionThread): Promise<RenderedPage> {
  const page: PageData = {
    route: NOT_FOUND_ROUTE,
    kind: "notFound",
    title: translate(context.plan.site.texts, NOT_FOUND_TITLE),
    description: "",
    breadcrumbs: false,
    hideTitle: false,
    toc: [],
    unlisted: false,
  };
  const { plan } = context;
  const pages = toUrl(plan.config.baseUrl, `/${knownPagesFile(plan).file}`);
  const articleHtml = renderList(plan.site, page, { kind: "near", pages });
  const { html, fault } = await renderData(page, { articleHtml }, context, thread, {
    scripts: [],
    keywords: [],
    about: "",
    breadcrumbs: [],
    tags: [],
    uses: [],
    canonical: page.route,
    noIndex: true,
  });
  return { html, links: [], problems: fault };
}

/** Input of a page's head besides the page's data. */
interface Extras extends Omit<HeadInput, "config" | "page" | "assets" | "icons" | "locale" | "locales"> {
  /** Name of the page's site data, if it isn't the common one. */
  readonly versionSite?: string | undefined;
}

/** Renders a page from its data: its app with the site's code in its thread, otherwise here; empty if that fails. */
async function renderData(
  page: PageData,
  { articleHtml, component }: Pick<AppInput, "articleHtml" | "component">,
  { plan, assets, versionSiteData, template, theme }: RenderContext,
  thread: ExtensionThread,
  { versionSite = "", tags, ...head }: Extras,
): Promise<{ readonly app: string; readonly html: string; readonly fault: readonly Problem[] }> {
  const site = siteOf(plan, versionSite);
  const modules = [component, theme].filter((module) => module !== undefined);
  const [owner] = modules;
  const input = { site, page, articleHtml, theme, component };
  const answer =
    owner === undefined
      ? { value: renderApp(site, page, articleHtml) }
      : await thread.run("render", input, { doing: "rendered", owner: owner.name, modules });
  if ("fault" in answer) return { app: "", html: "", fault: [answer.fault] };
  const app = answer.value;
  // React writes head tags from components before everything else.
  const top = app.indexOf(`<div id="${TOP_ID}"`);
  const html = renderPage({
    site,
    app: app.slice(top),
    head: {
      config: plan.config,
      page,
      assets: { ...assets, siteData: versionSiteData.get(versionSite) ?? assets.siteData },
      icons: rootIcons(plan),
      locales: plan.locales,
      locale: plan.locale,
      tags: [...tags, app.slice(0, top)],
      ...head,
    },
    template,
    clientTexts: plan.clientTexts,
    sha256: (text) => hash("sha256", text, "base64"),
  });
  return { app, html, fault: [] };
}

function siteOf(plan: Plan, versionSite: string | undefined): SiteData {
  return plan.versionSites.get(versionSite ?? "") ?? plan.site;
}

function cardsOf(page: SourcePage, data: PageData, plan: Plan, leads?: ReadonlyMap<string, string>): string {
  const items = plan.categoryItemsOf(page).map((item) => {
    const lead = leads?.get(item.route ?? "");
    return lead === undefined ? item : { ...item, description: lead };
  });
  return renderCards(siteOf(plan, plan.versionSiteOf(page)), data, items);
}
