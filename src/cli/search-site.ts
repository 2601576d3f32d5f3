import { readSite } from "../builder/site-store.ts";
import { type StageEvents, stopwatch } from "../builder/stages.ts";
import { joinKey } from "../engine/key.ts";
import type { SearchIndexFile } from "../search/build-index.ts";
import { loadLanguage } from "../search/load-language.ts";
import { createSearcher, mergeAnswers, type SearchAnswer } from "../search/searcher.ts";
import type { SiteOptions } from "../site/model/site.ts";

/** A result in the JSON of `docgen search`. */
export type SiteSearchResult = Awaited<ReturnType<typeof searchSite>>["results"][number];

/**
 * Searches the indexes that a browser searches on pages outside the docs: those of the last version of each set of
 * docs, and of other pages.
 *
 * @returns the results, and remarks on the query
 */
export async function searchSite(options: SiteOptions, query: string, stages?: StageEvents) {
  const { stage } = stopwatch(stages);
  return readSite({ ...options, graph: "search" }, async (site) => {
    const { plan } = await stage("read", () => site.site());
    const { searchBoosts, searchTags, maxSearchResults } = plan.site;
    const answers: SearchAnswer[] = [];
    for (const tag of searchTags) {
      const { search } = site.tasks;
      const json = await stage("search index", () => site.engine.get(search.index, joinKey(plan.locale.name, tag)));
      const index = JSON.parse(new TextDecoder().decode(json)) as SearchIndexFile;
      answers.push(
        createSearcher(index, searchBoosts, await loadLanguage(index.index.language)).search(query, maxSearchResults),
      );
    }
    const answer = mergeAnswers(answers, maxSearchResults);
    const results = answer.results.map(({ document, score, terms, teaser }) => ({
      /** Route with the section's hash. */
      route: document.sectionRoute,
      pageTitle: document.pageTitle,
      sectionTitle: document.sectionTitle,
      score,
      terms,
      teaser: teaser.text,
    }));
    return { ...answer, results };
  });
}
