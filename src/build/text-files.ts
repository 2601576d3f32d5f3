import { pageTitle } from "../content/title.ts";
import type { SourcePage } from "../content/types.ts";
import type { SidebarItem } from "../navigation/types.ts";
import type { PutPart } from "../output/types.ts";
import { type ListedPage, type ListedSection, renderFullHead, renderLlms } from "../render/llms.ts";
import { once } from "../shared/once.ts";
import { encodeRoute, routeKey, toUrl } from "../shared/route.ts";
import type { SiteRecord } from "./cache/record.ts";
import type { Documents } from "./documents.ts";
import { writeFullText } from "./full-text.ts";
import { copyFile, renderCopy } from "./markdown-copies.ts";
import { LLMS, LLMS_FULL } from "./own-files.ts";
import type { PageText } from "./page-text.ts";
import type { Plan } from "./plan.ts";
import { pageName } from "./render-pages.ts";
import type { SiteFile } from "./site-file.ts";

export interface TextFilesInput {
  readonly plan: Plan;
  readonly documents: Documents;
  /** Stands for the texts of all pages and for the plan. */
  readonly textsKey: string;
  readonly record: SiteRecord;
  /** The record of the last build. */
  readonly last: SiteRecord | undefined;
  /** All pages in one file as the last build wrote it, if that was laid out as this one is. */
  readonly lastFull: Promise<Buffer | undefined> | undefined;
  /** Bytes of a file as the last build wrote it. */
  readonly lastBytes: (file: string) => number | undefined;
  /** A text that is already there, if it was made of what the key stands for. */
  readonly readStaged: (file: string, key: string) => string | undefined;
}

/** For programs that read: a Markdown copy of each page, a list of them, and all of them in one file. */
export function textFiles(input: TextFilesInput): SiteFile[] {
  const { plan, documents, textsKey, record, last } = input;
  const recordOf = (page: SourcePage) => record.pages[pageName(page)];
  const copies = new Map(
    plan.pages.flatMap((page) => {
      const textOf = async () => (page.format === "md" ? (await documents.get(page)).document : undefined);
      const copy = pageCopy(page, plan, recordOf(page)?.key ?? "", textOf);
      return copy === undefined ? [] : [[page, copy] as const];
    }),
  );
  const { config } = plan;
  const sections = once(() => sectionsOf(plan));
  const about = { title: config.title, description: config.description || config.tagline };
  const makeList = async () => {
    const listed = sections().map(({ title, pages }): ListedSection => {
      return { title, pages: pages.map((page) => listing(page, recordOf(page)?.document.lead ?? "", plan)) };
    });
    return renderLlms(about, listed);
  };
  const writeFull = async (put: PutPart) => {
    const pages = sections().flatMap((section) => section.pages);
    const parts = pages.flatMap((page) => {
      const copy = copies.get(page);
      if (copy === undefined) return [];
      return {
        url: config.url + toUrl(config.baseUrl, page.route),
        read: async () => input.readStaged(copy.file, copy.key) ?? (await copy.make()),
        lastBytes: input.lastBytes(copy.file),
        isKept: last?.pages[pageName(page)]?.key === recordOf(page)?.key,
      };
    });
    await writeFullText(renderFullHead(about), parts, await input.lastFull, put);
  };
  const lists: SiteFile[] = [
    { file: LLMS_FULL, key: textsKey, write: writeFull },
    { file: LLMS, key: textsKey, make: makeList },
  ];
  // The large one first: while it is read and written the others are looked at.
  return [...lists.filter(({ file }) => !plan.index.media.has(`/${file}`)), ...copies.values()];
}

/**
 * The Markdown copy of a page, where it has one.
 *
 * @param pageKey stands for all that the page's HTML is made of
 */
export function pageCopy(page: SourcePage, plan: Plan, pageKey: string, textOf: () => Promise<PageText | undefined>) {
  const file = copyFile(page, plan);
  if (file === undefined) return undefined;
  return { file, key: `copy ${pageKey}`, make: async () => renderCopy(page, await textOf(), plan) };
}

/** A page by its copy, or itself where it has none. */
function listing(page: SourcePage, lead: string, plan: Plan): ListedPage {
  const { url, baseUrl } = plan.config;
  const copy = copyFile(page, plan);
  const path = copy === undefined ? toUrl(baseUrl, page.route) : baseUrl + encodeRoute(copy);
  return { title: pageTitle(page), url: url + path, description: page.frontMatter.description ?? lead };
}

/** What is to be read, in the order of the sidebars: their top pages, each of their categories, the blog, the rest. */
function sectionsOf(plan: Plan): { readonly title: string; readonly pages: readonly SourcePage[] }[] {
  const byRoute = new Map(
    plan.pages.filter((page) => isListed(page, plan)).map((page) => [routeKey(page.route), page]),
  );
  const pagesOf = (items: readonly SidebarItem[]): SourcePage[] =>
    items.flatMap((item) => {
      const page = byRoute.get(routeKey(item.route));
      return [...(page === undefined ? [] : [page]), ...(item.type === "category" ? pagesOf(item.items) : [])];
    });
  const docs = Object.values(plan.site.sidebars).flatMap((items) => [
    { title: "Docs", pages: pagesOf(items.filter(({ type }) => type === "link")) },
    ...items.flatMap((item) => (item.type === "category" ? [{ title: item.label, pages: pagesOf([item]) }] : [])),
  ]);
  const named = new Set(docs.flatMap(({ pages }) => pages));
  const isLast = (page: SourcePage) => plan.canonicalOf(page) === page.route;
  const others = [...byRoute.values()].filter((page) => !named.has(page) && isLast(page));
  const { blog } = plan.config;
  return [
    ...docs,
    { title: blog === false ? "" : blog.title, pages: plan.posts.filter((page) => isListed(page, plan)) },
    { title: "More", pages: others.filter(({ kind }) => kind === "page" || kind === "doc") },
  ].map(({ title, pages }) => ({ title, pages: [...new Set(pages)] }));
}

function isListed(page: SourcePage, plan: Plan): boolean {
  const { draft, unlisted } = page.frontMatter;
  return draft !== true && unlisted !== true && !plan.isNoIndex(page);
}
