/**
 * The search: a query in, the sections that answer it best out. In the browser a worker runs it, over an index that
 * the build has made (`sections.ts`, `build-index.ts`). A query's way, in the order in which to read the files:
 *
 * 1. `index-format.ts`: the index file is unpacked into a sorted vocabulary and the postings of each field;
 *    `corpus.ts` adds what is asked of documents again and again. Once, when the file has come.
 * 2. `query-parser.ts`: the query becomes clauses, words or phrases with what their signs say.
 * 3. `query-terms.ts`: `tokens.ts` splits each clause as texts were split, and each word becomes a term: the indexed
 *    words that it stands for. `word-matches.ts` knows the word as it stands, its other forms, spellings and synonyms,
 *    `corrections.ts` what was meant where it isn't there; both look words up in `vocabulary.ts`.
 * 4. `ranking.ts`: `scores.ts` scores the documents that hold the terms (BM25), tiers set titles above texts, and
 *    `phrase.ts` reads the best for the phrases.
 * 5. `teaser.ts`: of each result the passage to show, and what to mark in it.
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

/** An index ready to be asked. */
export interface Searcher {
  /** Answers a query, with at most `limit` results. Never throws, whatever the query. */
  readonly search: (query: string, limit: number) => Answer;
}

/** What the search says to a query. */
export interface Answer {
  /** Best first. */
  readonly results: SearchResult[];
  readonly corrected?: Correction[];
  /** Words that nothing matched, nor anything near. */
  readonly missing?: string[];
  /** Stands beside results: those for the query read as plain words. */
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

/** How much a corrected word takes from the scores. */
const CORRECTED_CONFIDENCE = 0.9;

/** Loads an index file. @throws where it isn't one */
export function createSearcher(file: SearchIndexFile, boosts: Boosts): Searcher {
  const corpus = loadCorpus(file);
  return { search: (query, limit) => search(corpus, boosts, query, limit) };
}

function search(corpus: Corpus, boosts: Boosts, query: string, limit: number): Answer {
  const { clauses, error } = parseQuery(query.slice(0, SEARCH_INPUT_MAX_LENGTH));
  const resolution = resolveClauses(corpus, clauses);
  const { terms, corrected, missing } = resolution;
  // What was guessed, or answers only some of the words, stands behind what another index knows better.
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
): Answer {
  return {
    results,
    ...(corrected.length > 0 && { corrected: [...corrected] }),
    ...(missing.length > 0 && { missing: [...missing] }),
    ...(error !== undefined && { error }),
  };
}

/**
 * Makes one answer of the answers of several indexes. Where one of them had all words as they were
 * typed, what the others corrected or did without is left out.
 */
export function mergeAnswers(answers: readonly Answer[], limit: number): Answer {
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
