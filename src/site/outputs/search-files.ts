import { PAGE_KINDS } from "../../content/page-kinds.ts";
import { pageTitle } from "../../content/title.ts";
import type { SourcePage } from "../../content/types.ts";
import type { SearchPage } from "../../search/sections.ts";
import { docsSearchTag, OTHER_SEARCH_TAG, type Plan } from "../model/plan.ts";

/** Pages of one index, in order. */
export function searchedPages({ pages }: Plan, tag: string): SourcePage[] {
  return pages.filter((page) => {
    const { search } = PAGE_KINDS[page.kind];
    if (page.frontMatter.unlisted === true || search === undefined) return false;
    return tag === (search === "docs" ? docsSearchTag(page.plugin, page.version) : OTHER_SEARCH_TAG);
  });
}

/** Index input of a page besides its text. */
export function searchedPage(page: SourcePage, plan: Plan): Omit<SearchPage, "sections"> {
  return {
    route: page.route,
    title: pageTitle(page),
    tags: page.frontMatter.tags ?? [],
    parents: plan.parentsOf(page),
    label: plan.labelOf(page),
    description: page.frontMatter.description ?? "",
    keywords: page.frontMatter.keywords ?? [],
    type: PAGE_KINDS[page.kind].search ?? "other",
  };
}
