import { createSearcher } from "../search/query.ts";
import { compilePages } from "./compile-pages.ts";
import { buildSearchIndexes } from "./search-files.ts";
import { readSite, type SiteOptions } from "./site.ts";
import { type OnStage, stopwatch } from "./stages.ts";

/** An answer as `docgen search` prints it. */
export interface SiteSearchResult {
  /** Route with the section's hash. */
  readonly route: string;
  readonly pageTitle: string;
  readonly sectionTitle: string;
  readonly score: number;
  readonly terms: readonly string[];
  readonly teaser: string;
}

const TEASER_LENGTH = 120;

/** Asks the indexes of a site what the browser would ask them outside the docs: of each docs the last version. */
export async function searchSite(options: SiteOptions, query: string, onStage?: OnStage): Promise<SiteSearchResult[]> {
  const { stage } = stopwatch(onStage);
  const { plan } = await stage("read", () => readSite(options));
  const documents = await stage("compile", () => compilePages(options.root, plan.pages, plan.config, plan.site.texts));
  const indexes = await stage("search index", () => buildSearchIndexes(plan, documents));
  const { searchBoosts, searchTags, maxSearchResults } = plan.site;
  const all = await stage("search", () => {
    return searchTags.flatMap((tag) => {
      const index = indexes.get(tag);
      return index === undefined ? [] : createSearcher(index, searchBoosts).search(query, maxSearchResults);
    });
  });
  return all
    .sort((a, b) => b.score - a.score)
    .slice(0, maxSearchResults)
    .map(({ document, score, terms }) => ({
      route: document.sectionRoute,
      pageTitle: document.pageTitle,
      sectionTitle: document.sectionTitle,
      score,
      terms,
      teaser: document.content.slice(0, TEASER_LENGTH).replace(/\s+/g, " "),
    }));
}
