import type { SearchIndexFile, SearchPart } from "../../search/build-index.ts";
import { loadLanguage } from "../../search/load-language.ts";
import { parseQuery } from "../../search/query-parser.ts";
import type { Boosts } from "../../search/scores.ts";
import type { SearchDocument } from "../../search/search-page.ts";
import {
  createSearcher,
  mergeAnswers,
  type SearchAnswer,
  type Searcher,
  type SearchResult,
} from "../../search/searcher.ts";
import { groupBy } from "../../shared/group-by.ts";
import { likeness, plainWordsOf } from "../../shared/nearest.ts";
import { fetchJson } from "../page.ts";
import type { DisplayedAnswer, FoundSection, FromWorker, NearWords, ToWorker } from "./search-client.ts";

/** Type of the worker's scope, as the compiler's is that of a window. */
interface Port {
  readonly addEventListener: (type: "message", listener: (event: MessageEvent<ToWorker>) => void) => void;
  readonly postMessage: (message: FromWorker) => void;
}

interface LoadedIndex extends Searcher {
  readonly documents: readonly SearchDocument[];
  /** Reads a part of it once. Never rejects: without the part, its results have shorter texts. */
  readonly readPart: (part: SearchPart) => Promise<void>;
}

type Asked = NonNullable<ToWorker["ask"]>;

/** Maximum number of parts that are read to check a query's phrases. */
const MAX_PARTS = 64;

const port = globalThis as unknown as Port;
const load = loadOnce("a search index is", fetchIndex);
let newest = 0;

port.addEventListener("message", async ({ data: { addresses, boosts, ask } }) => {
  if (ask !== undefined) newest = ask.number;
  const ready = await Promise.all(addresses.map((address) => load(address, boosts)));
  // Superseded while it waited.
  if (ask === undefined || ask.number !== newest) return;
  const loaded = ready.filter((index) => index !== undefined);
  const answer = await searchWhole(loaded, ask);
  if (answer !== undefined) port.postMessage({ number: ask.number, answer: displayed(answer, loaded, ask) });
});

/** @throws if the index can't be loaded or is invalid */
async function fetchIndex(address: string, boosts: Boosts): Promise<LoadedIndex> {
  const file = (await fetchJson(address)) as SearchIndexFile;
  const language = await loadLanguage(file.index.language);
  const searcher = createSearcher(file, boosts, language);
  const readPart = loadOnce("texts of a search index are", async (part: SearchPart) => {
    searcher.addPart(part, (await fetchJson(new URL(part[1], address).href)) as readonly string[]);
  });
  return { ...searcher, documents: file.documents, readPart };
}

/** Loads something once for each key. A failure is only logged: the next call tries again. */
function loadOnce<K, V, Rest extends readonly unknown[]>(what: string, load: (key: K, ...rest: Rest) => Promise<V>) {
  const loading = new Map<K, Promise<V | undefined>>();
  return (key: K, ...rest: Rest): Promise<V | undefined> => {
    const known = loading.get(key);
    if (known !== undefined) return known;
    const loaded = load(key, ...rest).catch((error: unknown) => {
      console.info(`docgen: ${what} not available: ${String(error)}`);
      loading.delete(key);
      return undefined;
    });
    loading.set(key, loaded);
    return loaded;
  };
}

/**
 * Answers a query with the whole texts of the results that are shown. If it has phrases, all results are checked for
 * them; those that can't be are left out.
 *
 * @returns undefined if the query is superseded meanwhile
 */
async function searchWhole(indexes: readonly LoadedIndex[], ask: Asked) {
  const isChecked = parseQuery(ask.query).clauses.some(({ isPhrase }) => isPhrase);
  const tried = new Set<SearchPart>();
  while (ask.number === newest) {
    const answer = search(indexes, ask);
    const needed = (isChecked ? answer.results : shownOf(answer.results, ask)).flatMap(({ unread }) =>
      unread === undefined ? [] : [unread],
    );
    const next = [...new Set(needed)].filter((part) => !tried.has(part)).slice(0, MAX_PARTS - tried.size);
    if (next.length === 0) {
      return isChecked ? { ...answer, results: answer.results.filter(({ unread }) => unread === undefined) } : answer;
    }
    for (const part of next) tried.add(part);
    await Promise.all(next.map((part) => indexes.find(({ parts }) => parts.includes(part))?.readPart(part)));
  }
  return undefined;
}

/** The results on the pages that are shown. */
function shownOf(results: readonly SearchResult[], { pages, read }: Asked): SearchResult[] {
  const pageOf = ({ document }: SearchResult) => document.sectionRoute.replace(/#.*$/, "");
  const shown = new Set([...[...new Set(results.map(pageOf))].slice(0, pages), ...read]);
  return results.filter((result) => shown.has(pageOf(result)));
}

function search(indexes: readonly LoadedIndex[], { query, limit, isVerbatim }: Asked): SearchAnswer {
  const answers = indexes.flatMap((index) => {
    try {
      return [index.search(query, limit, isVerbatim)];
    } catch (error) {
      // The index is damaged in a way that loading didn't detect: answer anyway.
      console.info(`docgen: a search index is damaged: ${String(error)}`);
      return [];
    }
  });
  return mergeAnswers(answers, limit);
}

function displayed(answer: SearchAnswer, indexes: readonly LoadedIndex[], { query }: Asked): DisplayedAnswer {
  const results = answer.results.map(foundSection);
  if (results.length > 0) return { ...answer, results };
  const near = nearWords(
    query,
    indexes.flatMap(({ documents }) => documents),
  );
  return { ...answer, results, near };
}

function foundSection({ document, terms, teaser, titleMarks, unread }: SearchResult): FoundSection {
  const { sectionRoute, sectionTitle, pageTitle, sidebarParentCategories, type, badge } = document;
  const texts = { terms, teaser, titleMarks, isCut: unread !== undefined };
  return { sectionRoute, sectionTitle, pageTitle, sidebarParentCategories, type, badge, ...texts };
}

const MAX_EACH = 4;
/** Shorter words in titles carry little meaning. */
const MIN_LENGTH = 3;

/** Finds the words in titles, and the tags, that are most similar to the words of a query. */
function nearWords(query: string, documents: readonly SearchDocument[]): NearWords {
  const typed = plainWordsOf(query);
  const words = documents.flatMap(({ title }) => plainWordsOf(title)).filter(({ length }) => length >= MIN_LENGTH);
  const tags = documents.flatMap((document) => document.tags);
  return {
    words: nearest(words, (word) => typed.map((typedWord) => likeness(typedWord, word))),
    tags: nearest(tags, (tag) =>
      typed.flatMap((typedWord) => plainWordsOf(tag).map((word) => likeness(typedWord, word))),
    ),
  };
}

/** The most similar candidates; among equals, the most frequent. */
function nearest(all: readonly string[], likenesses: (candidate: string) => readonly number[]): string[] {
  return [...groupBy(all, (candidate) => candidate)]
    .map(([candidate, { length: count }]) => ({ candidate, count, best: Math.max(0, ...likenesses(candidate)) }))
    .filter(({ best }) => best > 0)
    .sort((a, b) => b.best - a.best || b.count - a.count)
    .slice(0, MAX_EACH)
    .map(({ candidate }) => candidate);
}
