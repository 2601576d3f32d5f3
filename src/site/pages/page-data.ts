import { blogOf, MAIN_BLOG } from "../../content/blog.ts";
import type { SourcePage } from "../../content/content-types.ts";
import { isInTree } from "../../content/version-trees.ts";
import { resolveLink } from "../../links/resolve.ts";
import { type CompiledDocument, type Fill, fillMarks, type Slot } from "../../markdown/document.ts";
import type { Neighbours } from "../../navigation/neighbours.ts";
import type { HeadImage, HeadInput } from "../../render/head.ts";
import { CARD } from "../../render/social-card.ts";
import { encodeRoute, nameOf } from "../../shared/route.ts";
import { escapeHtml } from "../../shared/text.ts";
import type { PageData } from "../../theme/theme-types.ts";
import type { PageExports } from "../extensions/site-jobs.ts";
import { originalLocale } from "../inputs/interface-texts.ts";
import { type LastUpdate, pageLastUpdate } from "../inputs/last-updates.ts";
import type { Plan } from "../model/plan.ts";
import { FAVICON, iconToDraw, TOUCH_ICON } from "../model/reserved-files.ts";
import { cardPicture } from "../pictures/draw-pictures.ts";
import { postData } from "./blog-pages.ts";
import { type DocumentOf, listTitle } from "./list-data.ts";
import { copyAddress } from "./markdown-copies.ts";
import { tocLevels } from "./page-faults.ts";
import { fillSlot } from "./slots.ts";

/** What a page is rendered from, besides its source. */
export interface Compiled {
  readonly document?: CompiledDocument | undefined;
  /** Properties that a React page exports. */
  readonly exports?: PageExports | undefined;
  /** Output file of its script. */
  readonly chunk?: string | undefined;
  /** Documents of the pages that a list shows. */
  readonly documentOf?: DocumentOf | undefined;
  /** First sentences, by route, of the pages on its cards that have no description. */
  readonly leads?: ReadonlyMap<string, string> | undefined;
}

/** What a page's data is made from besides the page. */
export interface PageContext {
  readonly plan: Plan;
  /** Its last commit; undefined if unknown or not shown. */
  readonly lastUpdate?: LastUpdate | undefined;
  /** Base URLs of the languages that lack the page; undefined if none does. */
  readonly missingIn?: readonly string[] | undefined;
}

/** Data of a page for the theme, on the server and in the browser. */
export function pageData(
  page: SourcePage,
  { document, exports, chunk }: Compiled,
  { plan, lastUpdate, missingIn }: PageContext,
  neighbours: Neighbours,
): PageData {
  const { frontMatter } = page;
  const fill = (slot: Slot) => fillSlot(slot, page, plan);
  const plugin = plan.config.docs.find(({ id }) => id === page.plugin);
  const blog = blogOf(page, plan.config);
  const original = originalLocale(page, plan);
  const named = page.list === undefined ? undefined : listTitle(page.list, plan, blog);
  return {
    route: page.route,
    kind: page.format === "tsx" ? "component" : page.kind,
    title: named?.title ?? page.title,
    description: named?.description ?? exports?.description ?? frontMatter.description ?? document?.lead ?? "",
    sidebar: page.kind === "page" ? undefined : plan.sidebarIdOf(page),
    breadcrumbs: plugin?.breadcrumbs ?? false,
    headingHtml: document && headingHtml(page, document, fill),
    hideTitle: frontMatter.hide_title ?? false,
    badge: frontMatter.badge,
    missingIn,
    copy: copyAddress(page, plan),
    original: original && { lang: original.htmlLang, dir: original.direction },
    toc: document === undefined ? [] : tocOf(page, document, plan, fill),
    ...neighbours,
    editUrl: editUrlOf(page, (blog ?? plugin)?.editUrl),
    lastUpdate: pageLastUpdate(page, plugin, lastUpdate),
    unlisted: frontMatter.unlisted ?? false,
    tags: page.tags,
    post: page.post && postData(page, document, plan),
    blog: page.blog === MAIN_BLOG ? undefined : page.blog,
    version: plan.pageVersionOf(page),
    chunk: chunk === undefined ? undefined : `./${nameOf(chunk)}`,
    data: exports?.data,
  };
}

/** The table of contents: headings of the levels that the page or the configuration asks for. */
function tocOf(
  { frontMatter }: SourcePage,
  document: CompiledDocument,
  { config: { tableOfContents } }: Plan,
  fill: Fill,
): PageData["toc"] {
  if (frontMatter.hide_table_of_contents === true) return [];
  const { min, max } = tocLevels(frontMatter, tableOfContents);
  return document.toc
    .filter(({ level }) => level >= min && level <= max)
    .map((entry) => ({ ...entry, html: fillMarks(entry.html, document, fill) }));
}

/** HTML of the level-1 heading if it has markup; else undefined. */
function headingHtml(page: SourcePage, document: CompiledDocument, fill: Fill): string | undefined {
  const { title = "" } = page.frontMatter;
  const html = document.heading?.html ?? (title.includes("`") ? titleHtml(title) : undefined);
  return html === undefined || html === escapeHtml(page.title) ? undefined : fillMarks(html, document, fill);
}

/** HTML of a title from the front matter: plain text, except for code in backticks. */
function titleHtml(title: string): string {
  return escapeHtml(title).replace(/`([^`]+)`/g, "<code>$1</code>");
}

/** URL for editing a page; undefined if it has none. @param base URL of the folder with its source */
function editUrlOf(page: SourcePage, base: string | undefined): string | undefined {
  const { custom_edit_url } = page.frontMatter;
  if (custom_edit_url !== undefined) return custom_edit_url ?? undefined;
  if (base === undefined || page.format === "generated" || page.maker !== undefined || isInTree(page.path))
    return undefined;
  return `${base.replace(/\/$/, "")}/${encodeRoute(page.path)}`;
}

/** Preview picture of a page: its own, or its card. */
export function imageOf(page: SourcePage, plan: Plan): HeadImage | undefined {
  const { image } = page.frontMatter;
  const card = cardPicture(page, plan)?.file;
  if (image === undefined)
    return card === undefined ? undefined : { url: plan.config.url + plan.assetsUrl + card, size: CARD };
  const resolved = resolveLink(image, page, plan.indexOf(page));
  const { kind, url } = resolved;
  if (kind === "external") return { url };
  // An unknown file may be provided by the host.
  if (kind === "broken") return { url: plan.config.url + plan.config.baseUrl + url.replace(/^\//, "") };
  const { width, height } = kind === "file" ? resolved.media : {};
  const size = width === undefined || height === undefined ? undefined : { width, height };
  return { url: plan.config.url + url, size };
}

/** URLs of the icons at the site's root, whether its own or drawn. */
export function rootIcons(plan: Plan): HeadInput["icons"] {
  const { media } = plan.index;
  const has = (file: string) => iconToDraw(plan) !== undefined || media.has(`/${file}`);
  return {
    ...(has(FAVICON) ? { ico: plan.assetsUrl + FAVICON } : {}),
    ...(has(TOUCH_ICON) ? { touch: plan.assetsUrl + TOUCH_ICON } : {}),
  };
}
