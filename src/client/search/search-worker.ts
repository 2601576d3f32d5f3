import type { SearchIndexFile } from "../../search/build-index.ts";
import { loadLanguage } from "../../search/load-language.ts";
import type { Boosts } from "../../search/scores.ts";
import type { SearchDocument } from "../../search/search-page.ts";
import { createSearcher, mergeAnswers, type Searcher, type SearchResult } from "../../search/searcher.ts";
import { nearWords } from "./near-words.ts";
import type { DisplayedAnswer, FoundSection, FromWorker, ToWorker } from "./search-client.ts";

/** Type of the worker's scope, as the compiler's is that of a window. */
interface Port {
  readonly addEventListener: (type: "message", listener: (event: MessageEvent<ToWorker>) => void) => void;
  readonly postMessage: (message: FromWorker) => void;
}

interface LoadedIndex extends Searcher {
  readonly documents: readonly SearchDocument[];
}

serve(globalThis as unknown as Port);

/** Loads each index once, and answers queries when the requested indexes are loaded. */
function serve(port: Port): void {
  const indexes = new Map<string, Promise<LoadedIndex | undefined>>();
  let newest = 0;

  const load = (address: string, boosts: Boosts) => {
    const loaded = indexes.get(address);
    if (loaded !== undefined) return loaded;
    const loading = fetchIndex(address, boosts).catch((error: unknown) => {
      console.info(`docgen: a search index is not available: ${String(error)}`);
      // Retried by the next query.
      indexes.delete(address);
      return undefined;
    });
    indexes.set(address, loading);
    return loading;
  };
  port.addEventListener("message", async ({ data: { addresses, boosts, ask } }) => {
    if (ask !== undefined) newest = ask.number;
    const ready = await Promise.all(addresses.map((address) => load(address, boosts)));
    // Superseded while it waited.
    if (ask === undefined || ask.number !== newest) return;
    const loaded = ready.filter((index) => index !== undefined);
    port.postMessage({ number: ask.number, answer: search(loaded, ask) });
  });
}

/** @throws if the index can't be loaded or is invalid */
async function fetchIndex(address: string, boosts: Boosts): Promise<LoadedIndex> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: status ${response.status}`);
  const file = (await response.json()) as SearchIndexFile;
  const language = await loadLanguage(file.index.language);
  return { ...createSearcher(file, boosts, language), documents: file.documents };
}

function search(
  indexes: readonly LoadedIndex[],
  { query, limit, isVerbatim }: NonNullable<ToWorker["ask"]>,
): DisplayedAnswer {
  const answers = indexes.flatMap((index) => {
    try {
      return [index.search(query, limit, isVerbatim)];
    } catch (error) {
      // The index is damaged in a way that loading didn't detect: answer anyway.
      console.info(`docgen: a search index is damaged: ${String(error)}`);
      return [];
    }
  });
  const answer = mergeAnswers(answers, limit);
  const results = answer.results.map(foundSection);
  if (results.length > 0) return { ...answer, results };
  const near = nearWords(
    query,
    indexes.flatMap(({ documents }) => documents),
  );
  return { ...answer, results, near };
}

function foundSection({ document, terms, teaser, titleMarks }: SearchResult): FoundSection {
  const { sectionRoute, sectionTitle, pageTitle, sidebarParentCategories, type, badge } = document;
  return { sectionRoute, sectionTitle, pageTitle, sidebarParentCategories, type, badge, terms, teaser, titleMarks };
}
