/**
 * The search engine: takes a query and returns the sections that answer it best. In the browser it runs in a worker,
 * over an index made by the build (`sections.ts`, `build-index.ts`). The stages of a query, in reading order:
 *
 * 1. `index-format.ts` unpacks the index file into a sorted vocabulary and the postings of each field;
 *    `corpus.ts` adds precomputed values of documents. Once, when the file is loaded.
 * 2. `query-parser.ts` parses the query into clauses: words or phrases with their operators.
 * 3. `query-terms.ts` splits each clause with the tokeniser of the index (`tokens.ts`) and resolves each word to a
 *    term: the indexed words that match it. `word-matches.ts` finds the word itself, its other forms, spellings and
 *    synonyms, `corrections.ts` similar words where there are none; both look words up in `vocabulary.ts`.
 * 4. `ranking.ts` sorts the documents that hold the terms: `scores.ts` scores them (BM25), tiers rank titles above
 *    texts, and `phrase.ts` checks the best for the phrases.
 * 5. `teaser.ts` picks the passage to show of each result, and the characters to mark in it.
 */
import { SEARCH_INPUT_MAX_LENGTH } from "../shared/constants.ts";
import type { SearchIndexFile } from "./build-index.ts";
import { type Corpus, loadCorpus } from "./corpus.ts";
import type { Correction } from "./corrections.ts";
import { parseQuery, type QueryError } from "./query-parser.ts";
import { matchGroups, type QueryTerm, resolveClauses } from "./query-terms.ts";
import { rank } from "./ranking.ts";
import type { Boosts } from "./scores.ts";
import type { SearchDocument } from "./sections.ts";
import { type Mark, marksOf, type Teaser, teaserOf } from "./teaser.ts";
import { holdsWord } from "./vocabulary.ts";

/** A loaded index. */
export interface Searcher {
  /**
   * Answers a query, with at most `limit` results. Never throws, whatever the query.
   *
   * @param isVerbatim no word is corrected
   */
  readonly search: (query: string, limit: number, isVerbatim?: boolean) => SearchAnswer;
}

/** The response to a query. */
export interface SearchAnswer {
  /** Best first. */
  readonly results: SearchResult[];
  readonly corrected?: Correction[];
  /** Words without any match, not even a similar one. */
  readonly missing?: string[];
  /** The results are then those of the query read as plain words. */
  readonly error?: QueryError;
}

/** A document that answers a query. */
export interface SearchResult {
  readonly document: SearchDocument;
  readonly score: number;
  /** Indexed words that matched. */
  readonly terms: string[];
  readonly teaser: Teaser;
  /** What to mark in the document's title. */
  readonly titleMarks: Mark[];
}

/** Factor of the scores for each corrected word. */
const CORRECTED_CONFIDENCE = 0.9;

/** Loads an index file. @throws where it isn't a search index */
export function createSearcher(file: SearchIndexFile, boosts: Boosts): Searcher {
  const corpus = loadCorpus(file);
  return { search: (query, limit, isVerbatim) => search(corpus, boosts, { query, limit, isVerbatim }) };
}

interface Asked {
  readonly query: string;
  readonly limit: number;
  readonly isVerbatim: boolean | undefined;
}

function search(corpus: Corpus, boosts: Boosts, { query, limit, isVerbatim = false }: Asked): SearchAnswer {
  const { clauses, error } = parseQuery(query.slice(0, SEARCH_INPUT_MAX_LENGTH));
  const resolution = resolveClauses(corpus, clauses, isVerbatim);
  const { terms, corrected, missing } = resolution;
  // Results for corrected words, or for only some of the words, rank behind those of an index that has all of them.
  const confidence = (CORRECTED_CONFIDENCE ** corrected.length * (terms.length - missing.length)) / (terms.length || 1);
  const ranked = rank(corpus, boosts, clauses, resolution, limit);
  const results = ranked.map(({ ref, score }) => resultOf(corpus, terms, ref, score * confidence));
  return answerOf(results, corrected, missing, error);
}

function resultOf(
  { documents, words, fields }: Corpus,
  terms: readonly QueryTerm[],
  ref: number,
  score: number,
): SearchResult {
  const document = documents[ref] as SearchDocument;
  const matched = new Set<string>();
  const wanted = terms.filter(({ clause }) => clause.presence !== "prohibited");
  for (const group of wanted.flatMap(matchGroups)) {
    for (const { word } of group.matches) {
      if (group.fields.some((name) => holdsWord(fields[name], word, ref))) matched.add(words[word] ?? "");
    }
  }
  return {
    document,
    score,
    terms: [...matched],
    teaser: teaserOf(document.content, matched),
    titleMarks: marksOf(document.title, matched),
  };
}

function answerOf(
  results: SearchResult[],
  corrected: readonly Correction[],
  missing: readonly string[],
  error: QueryError | undefined,
): SearchAnswer {
  return {
    results,
    ...(corrected.length > 0 && { corrected: [...corrected] }),
    ...(missing.length > 0 && { missing: [...missing] }),
    ...(error !== undefined && { error }),
  };
}

/**
 * Merges the answers of several indexes. Where one of them matched all words as typed, the others' corrections
 * and missing words are dropped.
 */
export function mergeAnswers(answers: readonly SearchAnswer[], limit: number): SearchAnswer {
  const filled = answers.filter(({ results }) => results.length > 0);
  const typed = filled.filter(({ corrected, missing }) => corrected === undefined && missing === undefined);
  const chosen = typed.length > 0 ? typed : filled;
  const results = chosen.flatMap((answer) => answer.results).sort((a, b) => b.score - a.score);
  const shown = new Set(results.slice(0, limit));
  const told = chosen.filter((answer) => answer.results.some((result) => shown.has(result)));
  const corrected = told.flatMap((answer) => answer.corrected ?? []);
  const [first = [], ...others] = answers.map(({ missing = [] }) => missing);
  return answerOf(
    [...shown],
    [...new Map(corrected.map((one) => [`${one.from} ${one.to}`, one])).values()],
    first.filter((word) => others.every((words) => words.includes(word))),
    answers.find((answer) => answer.error !== undefined)?.error,
  );
}
