import { type StageEvents, stopwatch } from "../builder/stages.ts";
import { joinKey } from "../engine/key.ts";
import type { SearchIndexFile } from "../search/build-index.ts";
import { createSearcher, mergeAnswers, type SearchAnswer } from "../search/searcher.ts";
import type { SiteOptions } from "../site/model/site.ts";
import { openSiteEngine } from "../site/site-engine.ts";

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

/** Output of `docgen search`: the results, and remarks on the query. */
export interface SiteAnswer extends Pick<SearchAnswer, "corrected" | "missing" | "error"> {
  readonly results: readonly SiteSearchResult[];
}

/** Searches the indexes that a browser searches outside the docs: of each set of docs, the last version. */
export async function searchSite(options: SiteOptions, query: string, stages?: StageEvents): Promise<SiteAnswer> {
  const { root, drafts, baseUrl } = options;
  const { stage } = stopwatch(stages);
  const site = openSiteEngine({ root, settings: { drafts, baseUrl }, onFault: () => {} });
  try {
    const { plan } = await stage("read", () => site.site());
    const { searchBoosts, searchTags, maxSearchResults } = plan.site;
    const answers: SearchAnswer[] = [];
    for (const tag of searchTags) {
      const { search } = site.tasks;
      const json = await stage("search index", () => site.engine.get(search.index, joinKey(plan.locale.name, tag)));
      const index = JSON.parse(new TextDecoder().decode(json)) as SearchIndexFile;
      answers.push(createSearcher(index, searchBoosts).search(query, maxSearchResults));
    }
    const answer = mergeAnswers(answers, maxSearchResults);
    const results = answer.results.map(({ document, score, terms, teaser }) => ({
      route: document.sectionRoute,
      pageTitle: document.pageTitle,
      sectionTitle: document.sectionTitle,
      score,
      terms,
      teaser: teaser.text,
    }));
    return { ...answer, results };
  } finally {
    await site.close();
  }
}
