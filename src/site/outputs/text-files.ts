import { PAGE_KINDS } from "../../content/page-kinds.ts";
import { pageTitle } from "../../content/title.ts";
import type { SourcePage } from "../../content/types.ts";
import type { SidebarItem } from "../../navigation/types.ts";
import { type ListedPage, renderFullHead, renderFullPage, renderLlms } from "../../render/llms.ts";
import { encodeRoute, routeKey, toUrl } from "../../shared/route.ts";
import type { Plan } from "../model/plan.ts";
import { copyFile } from "./markdown-copies.ts";

/** The pages that files for programs that read name. */
export function llmsPages(plan: Plan): readonly SourcePage[] {
  return sectionsOf(plan).flatMap(({ pages }) => pages);
}

/** The list of them. @param leads their first paragraphs */
export function llmsList(plan: Plan, leads: ReadonlyMap<SourcePage, string>): string {
  const listed = sectionsOf(plan).map(({ title, pages }) => {
    return { title, pages: pages.map((page) => listing(page, leads.get(page) ?? "", plan)) };
  });
  return renderLlms(aboutOf(plan), listed);
}

/** All of them in one file. @param copies of those that have one */
export function fullText(plan: Plan, copies: ReadonlyMap<SourcePage, string>): string {
  const { config } = plan;
  const pages = llmsPages(plan).flatMap((page) => {
    const markdown = copies.get(page);
    return markdown === undefined
      ? []
      : [renderFullPage({ url: config.url + toUrl(config.baseUrl, page.route), markdown })];
  });
  return [renderFullHead(aboutOf(plan)), ...pages, "\n"].join("");
}

function aboutOf({ config }: Plan): { readonly title: string; readonly description: string } {
  return { title: config.title, description: config.description || config.tagline };
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
      const page = byRoute.get(routeKey(item.route ?? ""));
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
    { title: "More", pages: others.filter(({ kind }) => PAGE_KINDS[kind].inLlms) },
  ].map(({ title, pages }) => ({ title, pages: [...new Set(pages)] }));
}

function isListed(page: SourcePage, plan: Plan): boolean {
  const { draft, unlisted } = page.frontMatter;
  return draft !== true && unlisted !== true && !plan.isNoIndex(page);
}
