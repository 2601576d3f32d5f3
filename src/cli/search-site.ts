import { readSite } from "../builder/site-store.ts";
import { type StageEvents, stopwatch } from "../builder/stages.ts";
import { joinKey } from "../engine/key.ts";
import type { SearchIndexFile } from "../search/build-index.ts";
import { loadLanguage } from "../search/load-language.ts";
import { createSearcher, mergeAnswers, type SearchAnswer, type Searcher } from "../search/searcher.ts";
import type { SiteOptions } from "../site/model/site.ts";

/** A result in the JSON of `docgen search`. */
export interface SiteSearchResult {
  /** Route with the section's hash. */
  readonly route: string;
  readonly pageTitle: string;
  readonly sectionTitle: string;
  readonly score: number;
  /** Words of the index that the query matched. */
  readonly terms: readonly string[];
  readonly teaser: string;
}

/** The results, and remarks on the query. */
export interface SiteSearchAnswer extends Omit<SearchAnswer, "results"> {
  readonly results: readonly SiteSearchResult[];
}

/** The search of a site. */
export interface SearchOfSite {
  readonly search: (query: string) => SiteSearchAnswer;
  /** Routes of all pages and sections in it. */
  readonly routes: ReadonlySet<string>;
}

/** Opens the indexes that a browser searches on pages outside the docs, with the last version of each set of docs. */
export async function openSearch(options: SiteOptions, stages?: StageEvents): Promise<SearchOfSite> {
  const { stage } = stopwatch(stages);
  return readSite({ ...options, graph: "search" }, async (site) => {
    const { plan } = await stage("read", () => site.site());
    const { searchBoosts, searchTags, maxSearchResults } = plan.site;
    const searchers: Searcher[] = [];
    const routes = new Set<string>();
    for (const tag of searchTags) {
      const { search } = site.tasks;
      const key = joinKey(plan.locale.name, tag);
      const json = await stage("search index", () => site.engine.get(search.index, key));
      const index = JSON.parse(new TextDecoder().decode(json)) as SearchIndexFile;
      for (const { sectionRoute } of index.documents) routes.add(sectionRoute).add(sectionRoute.replace(/#.*$/, ""));
      const searcher = createSearcher(index, searchBoosts, await loadLanguage(index.index.language));
      const contents: (readonly string[])[] = [];
      if (searcher.parts.length > 0) {
        const { segments } = await site.engine.get(search.layout, key);
        for (const at of segments.keys()) contents.push(...(await site.engine.get(search.contents, joinKey(key, at))));
      }
      for (const [at, part] of searcher.parts.entries()) searcher.addPart(part, contents[at] ?? []);
      searchers.push(searcher);
    }
    const search = (query: string) => {
      const answers = searchers.map((searcher) => searcher.search(query, maxSearchResults));
      return answerOf(mergeAnswers(answers, maxSearchResults));
    };
    return { search, routes };
  });
}

function answerOf(answer: SearchAnswer): SiteSearchAnswer {
  const results = answer.results.map(({ document, score, terms, teaser }) => {
    const { sectionRoute: route, pageTitle, sectionTitle } = document;
    return { route, pageTitle, sectionTitle, score, terms, teaser: teaser.text };
  });
  return { ...answer, results };
}
