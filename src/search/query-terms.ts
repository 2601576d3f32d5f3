import { compoundsOf, joinSplitWords, mistypedName } from "./compounds.ts";
import type { Corpus } from "./corpus.ts";
import {
  type Correction,
  correctionOf,
  frequentCorrection,
  similarIdentifier,
  splitJoinedWords,
} from "./corrections.ts";
import { FIELDS, type IndexedField } from "./index-format.ts";
import type { SearchLanguage } from "./language.ts";
import type { Clause } from "./query-parser.ts";
import { normalize, type Word, wordsOf } from "./tokens.ts";
import { exactMatches, prefixMatches, similarMatches, type TermMatch, wildcardMatches } from "./vocabulary.ts";
import { type LookupScope, matchesOfWord, NO_MATCHES, type TermMatches, vocabularyOf } from "./word-matches.ts";

/** One word of a query and the indexed words that match it. */
export interface QueryTerm extends TermMatches {
  readonly clause: Clause;
}

/** Fields searched for a word without a field. */
const SEARCHED = [...FIELDS, "about"] as const;

/** A term's exact, prefix and synonym matches, each with the fields in which they count. */
export function matchGroups({ clause, exact, prefix, synonyms, isPrefixOfTitles }: QueryTerm): MatchGroup[] {
  const fields: readonly IndexedField[] = clause.field === undefined ? SEARCHED : [clause.field];
  return [
    { fields, matches: exact },
    { fields: isPrefixOfTitles ? ["title"] : fields, matches: prefix },
    { fields, matches: synonyms },
  ];
}

export interface MatchGroup {
  readonly fields: readonly IndexedField[];
  readonly matches: readonly TermMatch[];
}

/** The terms of a query. */
export interface Resolution {
  readonly terms: readonly QueryTerm[];
  readonly corrected: readonly Correction[];
  /** Words without any match, not even a similar one. */
  readonly missing: readonly string[];
  /** Number of words that were split into parts, as no text contains them whole. */
  readonly divided: number;
}

/** Limit of terms per query: sets of terms are bit masks of 31 bits. */
const MAX_TERMS = 31;
/** Limit of wildcards at the beginning of a word: each is compared with the whole vocabulary. */
const MAX_WILDCARDS = 3;
/** Limit of words for which similar ones are searched, which is expensive. */
const MAX_SIMILAR_LOOKUPS = 5;
/** Matches a property access with a quoted key, such as `ws["!cols"]`: any variable may hold the object. */
const PROPERTY = /^[\p{L}\p{N}_$.]+\[(["'`])(.+)\1\]$/u;

/**
 * Resolves each word of a query to indexed words; repeated words are skipped.
 *
 * @param mayCorrect whether similar words are searched for those without matches
 */
export function resolveClauses(corpus: Corpus, written: readonly Clause[], mayCorrect: boolean): Resolution {
  const { stem, isStopWord } = corpus.language;
  const all = vocabularyOf(corpus, SEARCHED);
  const isKnown = (word: string) => exactMatches(all, word).length > 0 || corpus.synonyms.has(stem(word));
  // Not those in keywords, which name other libraries: "read exxcel" is no `read_excel`.
  const names = vocabularyOf(corpus, ["title", "defined"]);
  const clauses = joinSplitWords(written, vocabularyOf(corpus, ["title", "about"]));
  const mistyped = mayCorrect ? mistypedName(clauses, names, isKnown) : undefined;
  const resolved = resolveWords(corpus, mistyped?.clauses ?? clauses, {
    mayCorrect,
    isBeside: clauses.some(({ text }) => !isStopWord(normalize(text)) && isKnown(normalize(text))),
    compounds: compoundsOf(clauses, all, corpus.synonyms),
  });
  if (mistyped === undefined) return resolved;
  return { ...resolved, corrected: [mistyped.correction, ...resolved.corrected] };
}

function resolveWords(
  corpus: Corpus,
  clauses: readonly Clause[],
  { mayCorrect, ...query }: Pick<LookupScope, "mayCorrect" | "isBeside" | "compounds">,
): Resolution {
  const entries = clauses.map((clause) => {
    const [, , text = clause.text] = PROPERTY.exec(clause.text) ?? [];
    return { clause, words: clause.hasWildcard ? [] : wordsOf(text) };
  });
  const strong = entries.filter(({ clause, words }) => !isStopWordsOnly(clause, words, corpus.language));
  const resolutions = new Map<string, Resolution>();
  let terms = 0;
  let wildcards = 0;
  let similarLookups = 0;
  const resolveOnce = (key: string, resolve: () => Resolution) => {
    if (terms >= MAX_TERMS || resolutions.has(key)) return;
    const resolution = resolve();
    resolutions.set(key, resolution);
    terms += resolution.terms.length;
    const isGuess = resolution.corrected.length > 0 || resolution.missing.length > 0;
    if (isGuess || resolution.terms.some(({ clause }) => clause.distance !== undefined)) similarLookups++;
  };
  for (const { clause, words } of strong.length > 0 ? strong : entries) {
    const { text, ...signs } = clause;
    const vocabulary = vocabularyOf(corpus, clause.field === undefined ? SEARCHED : [clause.field]);
    const scope = { corpus, clause, vocabulary, ...query };
    if (clause.hasWildcard && (!text.startsWith("*") || wildcards < MAX_WILDCARDS)) {
      resolveOnce(JSON.stringify([signs, text]), () => {
        if (text.startsWith("*")) wildcards++;
        return resolutionOf(clause, { prefix: matchesOfPattern(scope) });
      });
    }
    words.forEach((word, index) => {
      const isPrefix = clause.isPrefix && index === words.length - 1;
      resolveOnce(JSON.stringify([{ ...signs, isPrefix }, word.signed ?? word.term]), () => {
        return resolveWord(word, {
          ...scope,
          isPrefix,
          mayCorrect: mayCorrect && similarLookups < MAX_SIMILAR_LOOKUPS,
        });
      });
    });
  }
  const all = mergeResolutions([...resolutions.values()]);
  return { ...all, terms: all.terms.slice(0, MAX_TERMS) };
}

/** Whether a clause holds only stop words; it is ignored if there are others. */
function isStopWordsOnly(
  { presence, field, isPhrase, hasWildcard }: Clause,
  words: readonly Word[],
  { isStopWord }: SearchLanguage,
): boolean {
  const isPlain = presence === "optional" && field === undefined && !isPhrase && !hasWildcard;
  return isPlain && words.every(({ term }) => isStopWord(term));
}

function matchesOfPattern({ clause, vocabulary }: Pick<LookupScope, "clause" | "vocabulary">): TermMatches["prefix"] {
  const pattern = normalize(clause.text).replace(/\*+/g, "*");
  const isPrefix = pattern.indexOf("*") === pattern.length - 1 && pattern.length > 1;
  return isPrefix ? prefixMatches(vocabulary, pattern.slice(0, -1)) : wildcardMatches(vocabulary, pattern);
}

/** Tries the word itself, a similar identifier, its parts; of a word without parts a similar word, two joined words. */
function resolveWord(whole: Word, scope: LookupScope): Resolution {
  const { clause, vocabulary } = scope;
  const word = withNumber(whole);
  const { term, parts } = word;
  const mayCorrect = scope.mayCorrect && !clause.isPhrase;
  const missing = { ...resolutionOf(clause), missing: [term] };
  if (clause.distance !== undefined && clause.distance > 0) {
    return scope.mayCorrect
      ? resolutionOf(clause, { exact: similarMatches(vocabulary, term, clause.distance) })
      : missing;
  }
  const matches = matchesOfWord(word, scope);
  const isUnknown = matches?.synonyms.length === 0 && exactMatches(vocabulary, term).length === 0;
  const frequent =
    isUnknown && mayCorrect && !scope.isPrefix
      ? frequentCorrection(term, [...matches.exact, ...matches.prefix], scope)
      : undefined;
  if (matches !== undefined && frequent === undefined) return resolutionOf(clause, matches);
  const mistyped = parts.length > 0 && mayCorrect ? similarIdentifier(term, vocabulary) : undefined;
  const isWhole = mayCorrect && parts.length === 0;
  const to = frequent ?? mistyped ?? (isWhole ? correctionOf(term, scope) : undefined);
  if (to !== undefined) {
    const meant = { ...word, term: to, parts: [] };
    const meanings = matchesOfWord(meant, { ...scope, isPrefix: false }) ?? {};
    return { ...resolutionOf(clause, meanings), corrected: [{ from: term, to }] };
  }
  if (parts.length > 0) {
    // While a word is being typed, only its last part is a prefix.
    const ofParts = differentParts(word).map((part) =>
      resolveWord(part, { ...scope, isPrefix: scope.isPrefix && part === parts.at(-1) }),
    );
    return { ...mergeResolutions(ofParts), divided: 1 };
  }
  const two = mayCorrect ? splitJoinedWords(term, vocabulary) : undefined;
  if (two === undefined) return missing;
  const both = mergeResolutions(two.flatMap(wordsOf).map((part) => resolveWord(part, { ...scope, isPrefix: false })));
  return { terms: both.terms, corrected: [{ from: term, to: two.join(" ") }], missing: [], divided: 0 };
}

/** A name that ends in a number (`node22`) with both as its parts, as texts may have a space between them. */
function withNumber(word: Word): Word {
  const [, name, number] = /^(\p{L}{2,})(\p{N}+)$/u.exec(word.term) ?? [];
  const isWhole = word.parts.length === 0 && name !== undefined && number !== undefined;
  return isWhole ? { ...word, parts: [name, number].map((term) => ({ ...word, term })) } : word;
}

/** The distinct parts of a word; the last one, which may be half typed, is kept separately. */
function differentParts({ parts }: Word): readonly Word[] {
  const last = parts.at(-1);
  return [...new Map(parts.map((part) => [part === last ? undefined : part.term, part])).values()];
}

function resolutionOf(clause: Clause, matches: Partial<TermMatches> = {}): Resolution {
  return { terms: [{ ...NO_MATCHES, clause, ...matches }], corrected: [], missing: [], divided: 0 };
}

function mergeResolutions(resolutions: readonly Resolution[]): Resolution {
  return {
    terms: resolutions.flatMap(({ terms }) => terms),
    corrected: resolutions.flatMap(({ corrected }) => corrected),
    missing: resolutions.flatMap(({ missing }) => missing),
    divided: resolutions.reduce((sum, { divided }) => sum + divided, 0),
  };
}
