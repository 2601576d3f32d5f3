import { pageTitle } from "../content/title.ts";
import type { SourcePage } from "../content/types.ts";
import type { Document } from "../markdown/document.ts";
import { type SearchPage, searchSources } from "../search/documents.ts";
import { buildSearchIndex, type SearchIndexFile } from "../search/search-index.ts";
import { docsSearchTag, OTHER_SEARCH_TAG, type Plan } from "./plan.ts";

/** Texts of pages by path. */
type Texts = ReadonlyMap<string, Pick<Document, "sections">>;

/** Indexes the site: one index per docs version, one for all other pages. @returns index files by tag */
export function buildSearchIndexes(plan: Plan, documents: Texts): Map<string, SearchIndexFile> {
  const levels = plan.config.search.indexDocSidebarParentCategories;
  const groups = [...searchPages(plan, documents)];
  return new Map(groups.map(([tag, pages]) => [tag, buildSearchIndex(searchSources(pages), levels)]));
}

/** What the pages of each index bring to the search. */
export function searchPages(plan: Plan, documents: Texts): Map<string, SearchPage[]> {
  const groups = new Map<string, SearchPage[]>(plan.searchTags.map((tag) => [tag, []]));
  for (const page of plan.pages) {
    if (page.frontMatter.unlisted === true || page.list !== undefined) continue;
    const isOther = page.kind === "page" || page.kind === "post";
    const tag = isOther ? OTHER_SEARCH_TAG : docsSearchTag(page.plugin, page.version);
    groups.get(tag)?.push(searchPage(page, documents.get(page.path), plan));
  }
  return groups;
}

function searchPage(page: SourcePage, document: Pick<Document, "sections"> | undefined, plan: Plan): SearchPage {
  return {
    route: page.route,
    title: pageTitle(page),
    tags: page.frontMatter.tags ?? [],
    parents: plan.parentsOf(page),
    type: page.kind === "post" ? "blog" : page.kind === "page" ? "other" : "docs",
    sections: document?.sections ?? [],
  };
}
