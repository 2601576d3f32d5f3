import { pageTitle } from "../../content/title.ts";
import type { SourcePage } from "../../content/types.ts";
import type { SearchPage } from "../../search/sections.ts";
import { docsSearchTag, OTHER_SEARCH_TAG, type Plan } from "../model/plan.ts";

/** The pages of one index, in their order. */
export function searchedPages({ pages }: Plan, tag: string): SourcePage[] {
  return pages.filter((page) => {
    if (page.frontMatter.unlisted === true || page.list !== undefined) return false;
    const isOther = page.kind === "page" || page.kind === "post";
    return tag === (isOther ? OTHER_SEARCH_TAG : docsSearchTag(page.plugin, page.version));
  });
}

/** What one page brings besides its text. */
export function searchedPage(page: SourcePage, plan: Plan): Omit<SearchPage, "sections"> {
  return {
    route: page.route,
    title: pageTitle(page),
    tags: page.frontMatter.tags ?? [],
    parents: plan.parentsOf(page),
    type: page.kind === "post" ? "blog" : page.kind === "page" ? "other" : "docs",
  };
}
