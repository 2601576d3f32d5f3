import type { SearchIndexFile } from "../../search/build-index.ts";
import type { Boosts } from "../../search/scores.ts";
import { createSearcher, mergeAnswers, type Searcher, type SearchResult } from "../../search/searcher.ts";
import type { DisplayedAnswer, FoundSection, FromWorker, ToWorker } from "./search-client.ts";

/** Type of the worker's scope, as the compiler's is that of a window. */
interface Port {
  readonly addEventListener: (type: "message", listener: (event: MessageEvent<ToWorker>) => void) => void;
  readonly postMessage: (message: FromWorker) => void;
}

serve(globalThis as unknown as Port);

/** Loads each index once, and answers queries when the requested indexes are loaded. */
function serve(port: Port): void {
  const searchers = new Map<string, Promise<Searcher | undefined>>();
  let asked: readonly string[] = [];
  let newest = 0;

  const load = (address: string, boosts: Boosts) => {
    const loading = fetchIndex(address, boosts).catch((error: unknown) => {
      console.info(`docgen: a search index is not available: ${String(error)}`);
      // Retried when the search is opened again.
      searchers.delete(address);
      return undefined;
    });
    searchers.set(address, loading);
  };
  const answer = async (number: number, query: string, limit: number) => {
    newest = number;
    const ready = await Promise.all(asked.map((address) => searchers.get(address)));
    // Superseded while it waited.
    if (number !== newest) return;
    port.postMessage({ number, found: search(ready, query, limit) });
  };
  port.addEventListener("message", ({ data }) => {
    if (data.kind === "ask") return void answer(data.number, data.query, data.limit);
    asked = data.addresses;
    for (const address of asked) if (!searchers.has(address)) load(address, data.boosts);
  });
}

/** @throws if the index can't be loaded or is invalid */
async function fetchIndex(address: string, boosts: Boosts): Promise<Searcher> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: status ${response.status}`);
  return createSearcher((await response.json()) as SearchIndexFile, boosts);
}

function search(searchers: readonly (Searcher | undefined)[], query: string, limit: number): DisplayedAnswer {
  const answers = searchers.flatMap((searcher) => {
    try {
      return searcher === undefined ? [] : [searcher.search(query, limit)];
    } catch (error) {
      // Damage that loading didn't detect: the reader still gets an answer.
      console.info(`docgen: a search index is damaged: ${String(error)}`);
      return [];
    }
  });
  const answer = mergeAnswers(answers, limit);
  return { ...answer, results: answer.results.map(foundSection) };
}

function foundSection({ document, terms, teaser, titleMarks }: SearchResult): FoundSection {
  const { sectionRoute, sectionTitle, pageTitle, sidebarParentCategories } = document;
  return {
    route: sectionRoute,
    title: sectionTitle,
    pageTitle,
    parents: sidebarParentCategories,
    terms,
    teaser,
    titleMarks,
  };
}
