import { blogOf, MAIN_BLOG } from "../../content/blog.ts";
import type { SourcePage } from "../../content/content-types.ts";
import { type CompiledDocument, fillMarks, type Slot } from "../../markdown/document.ts";
import type { Neighbours } from "../../navigation/neighbours.ts";
import { nameOf } from "../../shared/route.ts";
import { escapeHtml } from "../../shared/text.ts";
import type { PageData } from "../../theme/theme-types.ts";
import type { PageExports } from "../extensions/site-jobs.ts";
import { type LastUpdates, pageLastUpdate } from "../inputs/last-updates.ts";
import { originalLocale } from "../inputs/page-language.ts";
import type { Plan } from "../model/plan.ts";
import { type DocumentOf, listTitle } from "./list-data.ts";
import { copyAddress } from "./markdown-copies.ts";
import { editUrlOf } from "./page-addresses.ts";
import { postData } from "./post-data.ts";
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
  readonly lastUpdates: LastUpdates["byPath"];
  /** Base URLs of the languages that lack the page; undefined if none does. */
  readonly missingIn?: readonly string[] | undefined;
}

/** Data of a page for the theme, on the server and in the browser. */
export function pageData(
  page: SourcePage,
  { document, exports, chunk }: Compiled,
  { plan, lastUpdates, missingIn }: PageContext,
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
    lastUpdate: pageLastUpdate(page, plugin, lastUpdates),
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
  fill: (slot: Slot) => string,
): PageData["toc"] {
  if (frontMatter.hide_table_of_contents === true) return [];
  const min = frontMatter.toc_min_heading_level ?? tableOfContents.minHeadingLevel;
  const max = frontMatter.toc_max_heading_level ?? tableOfContents.maxHeadingLevel;
  return document.toc
    .filter(({ level }) => level >= min && level <= max)
    .map((entry) => ({ ...entry, html: fillMarks(entry.html, document, fill) }));
}

/** HTML of the level-1 heading if it has markup; else undefined. */
function headingHtml(page: SourcePage, document: CompiledDocument, fill: (slot: Slot) => string): string | undefined {
  const { title = "" } = page.frontMatter;
  const html = document.heading?.html ?? (title.includes("`") ? titleHtml(title) : undefined);
  return html === undefined || html === escapeHtml(page.title) ? undefined : fillMarks(html, document, fill);
}

/** HTML of a title from the front matter: plain text, except for code in backticks. */
function titleHtml(title: string): string {
  return escapeHtml(title).replace(/`([^`]+)`/g, "<code>$1</code>");
}
