import { pageTitle } from "../content/title.ts";
import type { SourcePage } from "../content/types.ts";
import type { Document } from "../markdown/document.ts";
import { buildSearchIndex, type SearchIndexFile } from "../search/build-index.ts";
import type { SearchPage } from "../search/sections.ts";
import { docsSearchTag, OTHER_SEARCH_TAG, type Plan } from "./plan.ts";

/** Texts of pages by path. */
type Texts = ReadonlyMap<string, Pick<Document, "sections">>;

/** Indexes the site: one index per docs version, one for all other pages. @returns index files by tag */
export function buildSearchIndexes(plan: Plan, documents: Texts): Map<string, SearchIndexFile> {
  const { indexDocSidebarParentCategories: levels, synonyms } = plan.config.search;
  return new Map(
    plan.searchTags.map((tag) => {
      const pages = searchedPages(plan, tag).map((page) => searchPage(page, documents.get(page.path), plan));
      return [tag, buildSearchIndex(pages, levels, synonyms)];
    }),
  );
}

/** The pages of one index, in their order. */
export function searchedPages({ pages }: Plan, tag: string): SourcePage[] {
  return pages.filter((page) => {
    if (page.frontMatter.unlisted === true || page.list !== undefined) return false;
    const isOther = page.kind === "page" || page.kind === "post";
    return tag === (isOther ? OTHER_SEARCH_TAG : docsSearchTag(page.plugin, page.version));
  });
}

/** What one page brings. */
export function searchPage(page: SourcePage, document: Pick<Document, "sections"> | undefined, plan: Plan): SearchPage {
  return { ...searchedPage(page, plan), sections: document?.sections ?? [] };
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
