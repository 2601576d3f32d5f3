import type { SearchIndexFile } from "../../search/build-index.ts";
import type { Boosts } from "../../search/scores.ts";
import { createSearcher, mergeAnswers, type Searcher, type SearchResult } from "../../search/searcher.ts";
import type { Found, FoundSection, FromWorker, ToWorker } from "./desk.ts";

/** A worker's own side of its channel; the compiler knows that of a window. */
interface Port {
  readonly addEventListener: (type: "message", listener: (event: MessageEvent<ToWorker>) => void) => void;
  readonly postMessage: (message: FromWorker) => void;
}

serve(globalThis as unknown as Port);

/** Loads indexes once, and answers by number as soon as those that are asked are there. */
function serve(port: Port): void {
  const searchers = new Map<string, Promise<Searcher | undefined>>();
  let asked: readonly string[] = [];
  let newest = 0;

  const load = (address: string, boosts: Boosts) => {
    const loading = fetchIndex(address, boosts).catch((error: unknown) => {
      console.info(`docgen: a search index is not available: ${String(error)}`);
      // The next opening of the search tries again.
      searchers.delete(address);
      return undefined;
    });
    searchers.set(address, loading);
  };
  const answer = async (number: number, query: string, limit: number) => {
    newest = number;
    const ready = await Promise.all(asked.map((address) => searchers.get(address)));
    // Those that came while this one waited.
    if (number !== newest) return;
    port.postMessage({ number, found: search(ready, query, limit) });
  };
  port.addEventListener("message", ({ data }) => {
    if (data.kind === "ask") return void answer(data.number, data.query, data.limit);
    asked = data.addresses;
    for (const address of asked) if (!searchers.has(address)) load(address, data.boosts);
  });
}

/** @throws where the index can't be loaded or isn't one */
async function fetchIndex(address: string, boosts: Boosts): Promise<Searcher> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: status ${response.status}`);
  return createSearcher((await response.json()) as SearchIndexFile, boosts);
}

function search(searchers: readonly (Searcher | undefined)[], query: string, limit: number): Found {
  const answers = searchers.flatMap((searcher) => {
    try {
      return searcher === undefined ? [] : [searcher.search(query, limit)];
    } catch (error) {
      // Damaged in a way that loading did not see: the reader must not wait for ever.
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
