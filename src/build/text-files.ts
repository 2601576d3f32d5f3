import { pageTitle } from "../content/title.ts";
import type { SourcePage } from "../content/types.ts";
import type { SidebarItem } from "../navigation/types.ts";
import type { OutputFile } from "../output/types.ts";
import { type FullPage, type ListedPage, type ListedSection, renderLlms, renderLlmsFull } from "../render/llms.ts";
import { encodeRoute, routeKey, toUrl } from "../shared/route.ts";
import type { DocumentOf } from "./list-data.ts";
import { copyFile, describe, renderCopy } from "./markdown-copies.ts";
import type { Plan } from "./plan.ts";

const LLMS = "llms.txt";
const LLMS_FULL = "llms-full.txt";

/** For programs that read: a Markdown copy of each page, a list of them, and all of them in one file. */
export function textFiles(plan: Plan, documentOf: DocumentOf): OutputFile[] {
  const copies = new Map(
    plan.pages.flatMap((page) => {
      const file = copyFile(page, plan);
      return file === undefined ? [] : [[page, { file, data: renderCopy(page, documentOf(page.path), plan) }] as const];
    }),
  );
  const { config } = plan;
  const sections = sectionsOf(plan);
  const about = { title: config.title, description: config.description || config.tagline };
  const listed = sections.map(({ title, pages }): ListedSection => {
    return { title, pages: pages.map((page) => listing(page, copies.get(page)?.file, documentOf, plan)) };
  });
  const full = sections
    .flatMap(({ pages }) => pages)
    .flatMap((page): FullPage[] => {
      const copy = copies.get(page);
      return copy === undefined
        ? []
        : [{ url: addressOf(toUrl(config.baseUrl, page.route), plan), markdown: copy.data }];
    });
  const lists: OutputFile[] = [
    { file: LLMS, data: renderLlms(about, listed) },
    { file: LLMS_FULL, data: renderLlmsFull(about, full) },
  ];
  return [...copies.values(), ...lists.filter(({ file }) => !plan.index.media.has(`/${file}`))];
}

/** A page by its copy, or itself where it has none. */
function listing(page: SourcePage, copy: string | undefined, documentOf: DocumentOf, plan: Plan): ListedPage {
  const { baseUrl } = plan.config;
  const path = copy === undefined ? toUrl(baseUrl, page.route) : baseUrl + encodeRoute(copy);
  return {
    title: pageTitle(page),
    url: addressOf(path, plan),
    description: describe(page, documentOf(page.path)),
  };
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

function addressOf(path: string, { config }: Plan): string {
  return config.url + path;
}
