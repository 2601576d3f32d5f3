import { type Answer, createSearcher, mergeAnswers } from "../search/searcher.ts";
import { compilePlain } from "./compile-pages.ts";
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

/** What `docgen search` tells: the results, and what is to be said about the query. */
export interface SiteAnswer extends Pick<Answer, "corrected" | "missing" | "error"> {
  readonly results: readonly SiteSearchResult[];
}

/** Asks the indexes of a site what the browser would ask them outside the docs: of each docs the last version. */
export async function searchSite(options: SiteOptions, query: string, onStage?: OnStage): Promise<SiteAnswer> {
  const { stage } = stopwatch(onStage);
  const { plan } = await stage("read", () => readSite(options));
  const documents = await stage("compile", () => compilePlain(options.root, plan.pages, plan.config, plan.site.texts));
  const indexes = await stage("search index", () => buildSearchIndexes(plan, documents));
  const { searchBoosts, searchTags, maxSearchResults } = plan.site;
  const answer = await stage("search", () => {
    const answers = searchTags.flatMap((tag) => {
      const index = indexes.get(tag);
      return index === undefined ? [] : [createSearcher(index, searchBoosts).search(query, maxSearchResults)];
    });
    return mergeAnswers(answers, maxSearchResults);
  });
  const results = answer.results.map(({ document, score, terms, teaser }) => ({
    route: document.sectionRoute,
    pageTitle: document.pageTitle,
    sectionTitle: document.sectionTitle,
    score,
    terms,
    teaser: teaser.text,
  }));
  return { ...answer, results };
}
