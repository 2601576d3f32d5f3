/**
 * The search engine: takes a query and returns the sections that answer it best. In the browser it runs in a worker,
 * over an index made by the build. "The life of a query" in `src/README.md` has its stages.
 */
import { SEARCH_INPUT_MAX_LENGTH } from "../shared/constants.ts";
import type { SearchIndexFile, SearchPart } from "./build-index.ts";
import { type Corpus, loadCorpus } from "./corpus.ts";
import type { Correction } from "./corrections.ts";
import { HAS_UNSPACED, lettersOf } from "./fold.ts";
import type { SearchLanguage } from "./language.ts";
import { parseQuery, type QueryError } from "./query-parser.ts";
import { matchGroups, type QueryTerm, resolveClauses } from "./query-terms.ts";
import { rank } from "./ranking.ts";
import type { Boosts } from "./scores.ts";
import type { SearchDocument } from "./search-page.ts";
import { type Mark, marksOf, type Teaser, teaserOf } from "./teaser.ts";
import { tokenize, tokensOf } from "./tokens.ts";
import { holdsWord } from "./vocabulary.ts";

/** A loaded index. */
export interface Searcher {
  /**
   * Answers a query, with at most `limit` results. Never throws, whatever the query.
   *
   * @param isVerbatim whether corrections are off
   */
  readonly search: (query: string, limit: number, isVerbatim?: boolean) => SearchAnswer;
  /** Parts of the index with whole contents; empty if the index has all of them. */
  readonly parts: readonly SearchPart[];
  /** Takes the contents of a part, for the answers from now on. @throws if they aren't those of its documents */
  readonly addPart: (part: SearchPart, contents: readonly string[]) => void;
}

/** The response to a query. */
export interface SearchAnswer {
  /** Best first. */
  readonly results: SearchResult[];
  readonly corrected?: readonly Correction[] | undefined;
  /** The whole query after the corrections, without the words that have no matches. */
  readonly understood?: string | undefined;
  /** Words without any match, not even a similar one. */
  readonly missing?: readonly string[] | undefined;
  /** A syntax error. The results are those of the query read as plain words. */
  readonly error?: QueryError | undefined;
}

/** A document that answers a query. */
export interface SearchResult {
  readonly document: SearchDocument;
  /** Part with the whole content, if it was not added: the teaser is made from the beginning, phrases are not checked. */
  readonly unread?: SearchPart;
  readonly score: number;
  /** Indexed words that matched. */
  readonly terms: string[];
  readonly teaser: Teaser;
  readonly titleMarks: Mark[];
}

/** Factor of the scores for each word that was corrected or split. */
const CORRECTED_CONFIDENCE = 0.6;
/** Maximum number of words to mark in a result: a teaser has room for fewer. */
const MAX_SHOWN = 30;

/**
 * Loads an index file.
 *
 * @param language that of the index, see `loadLanguage`
 * @throws if it isn't a search index
 */
export function createSearcher(file: SearchIndexFile, boosts: Boosts, language: SearchLanguage): Searcher {
  const corpus = loadCorpus(file, language);
  const { parts = [] } = file;
  return {
    search: (query, limit, isVerbatim = false) => search(corpus, boosts, query, limit, !isVerbatim),
    parts,
    addPart: (part, contents) => {
      if (contents.length !== part[0] || !contents.every((text) => typeof text === "string")) {
        throw new Error("a part of the search index is damaged");
      }
      const first = corpus.partOf.indexOf(part);
      for (const [at, text] of contents.entries()) corpus.contents[first + at] = text;
    },
  };
}

function search(corpus: Corpus, boosts: Boosts, query: string, limit: number, mayCorrect: boolean): SearchAnswer {
  const { withoutFrame = (text: string) => text } = corpus.language;
  const { clauses, error } = parseQuery(withoutFrame(query.slice(0, SEARCH_INPUT_MAX_LENGTH)));
  const resolution = resolveClauses(corpus, clauses, mayCorrect);
  const { terms, corrected, missing, divided } = resolution;
  // Results for corrected words, or for only some of the words, rank behind those of an index that has all of them.
  const guesses = corrected.length + divided;
  const confidence = (CORRECTED_CONFIDENCE ** guesses * (terms.length - missing.length)) / (terms.length || 1);
  const ranked = rank(corpus, boosts, clauses, resolution, limit);
  const results = ranked.map(({ ref, score }) => resultOf(corpus, terms, ref, score * confidence));
  const understood = understoodQuery(query, corrected, missing);
  return answerOf({ results, corrected, missing, understood, error });
}

function resultOf(
  { documents, partOf, contents, words, fields }: Corpus,
  terms: readonly QueryTerm[],
  ref: number,
  score: number,
): SearchResult {
  const document = documents[ref] as SearchDocument;
  const matched = new Set<string>();
  const wanted = terms.filter(({ clause }) => clause.presence !== "prohibited");
  for (const [clause, group] of wanted.flatMap((term) => matchGroups(term).map((set) => [term.clause, set] as const))) {
    for (const { word } of group.matches) {
      if (matched.size >= MAX_SHOWN) break;
      if (!group.fields.some((name) => holdsWord(fields[name], word, ref))) continue;
      for (const term of shownTerms(words[word] ?? "", clause.text)) matched.add(term);
    }
  }
  const unread = contents[ref] === undefined ? partOf[ref] : undefined;
  return {
    document,
    ...(unread !== undefined && { unread }),
    score,
    terms: [...matched],
    teaser: teaserOf(contents[ref] ?? document.content, matched),
    titleMarks: marksOf(document.title, matched),
  };
}

/** Terms to mark for an indexed word: in a script without spaces, only the typed part of it. */
function shownTerms(word: string, typed: string): string[] {
  if (!HAS_UNSPACED.test(word) || lettersOf(word).length <= 2) return [word];
  const inside = tokenize(typed).filter((term) => word.includes(term));
  return inside.length === 0 ? [word] : inside;
}

/** An answer with only those parts that say something. */
function answerOf({ results, corrected = [], missing = [], understood, error }: SearchAnswer): SearchAnswer {
  return {
    results,
    ...(corrected.length > 0 && { corrected }),
    ...(corrected.length > 0 && understood !== undefined && { understood }),
    ...(missing.length > 0 && { missing }),
    ...(error !== undefined && { error }),
  };
}

/** The query after corrections, without words that have no matches. */
function understoodQuery(query: string, corrected: readonly Correction[], missing: readonly string[]): string {
  const changes = [...corrected, ...missing.map((from) => ({ from, to: "" }))];
  const text = changes.reduce((before, { from, to }) => {
    // Corrections of several words have the text as typed, those of a single word its indexed form.
    const at = before.indexOf(from);
    const token = at < 0 ? tokensOf(before).find(({ term }) => term === from) : { start: at, end: at + from.length };
    return token === undefined ? before : before.slice(0, token.start) + to + before.slice(token.end);
  }, query);
  return text.replace(/\s+/g, " ").trim();
}

/**
 * Joins the pairs of letters that a word in a script without spaces was split into, so that readers see the word that
 * they typed.
 */
function joinPairs(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const [first = "", ...rest] = lettersOf(word);
    const last = joined.at(-1);
    const isNext = rest.length === 1 && HAS_UNSPACED.test(first) && last?.endsWith(first) === true;
    if (isNext) joined[joined.length - 1] = last + rest.join("");
    else joined.push(word);
  }
  return joined;
}

/**
 * Merges the answers of several indexes. If some needed fewer corrections or missed fewer words, the others are
 * dropped: the query was meant as typed.
 */
export function mergeAnswers(answers: readonly SearchAnswer[], limit: number): SearchAnswer {
  const filled = answers.filter(({ results }) => results.length > 0);
  const changes = ({ corrected = [], missing = [] }: SearchAnswer) => corrected.length + missing.length;
  const least = Math.min(...filled.map(changes));
  const chosen = filled.filter((answer) => changes(answer) === least);
  const results = chosen.flatMap((answer) => answer.results).sort((a, b) => b.score - a.score);
  const shown = new Set(results.slice(0, limit));
  const sources = chosen.filter((answer) => answer.results.some((result) => shown.has(result)));
  const corrected = sources.flatMap((answer) => answer.corrected ?? []);
  const [first = [], ...others] = answers.map(({ missing = [] }) => missing);
  const understood = sources.find((answer) => answer.understood !== undefined)?.understood;
  return answerOf({
    results: [...shown],
    corrected: [...new Map(corrected.map((pair) => [`${pair.from} ${pair.to}`, pair])).values()],
    missing: joinPairs(first.filter((word) => others.every((words) => words.includes(word)))),
    understood,
    error: answers.find((answer) => answer.error !== undefined)?.error,
  });
}
