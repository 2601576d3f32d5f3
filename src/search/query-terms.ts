import type { Corpus } from "./corpus.ts";
import { type Correction, correctionOf, nearIdentifier, wordsInOne } from "./corrections.ts";
import { FIELDS, type Field } from "./index-format.ts";
import type { Clause } from "./query-parser.ts";
import { isStopWord } from "./stem.ts";
import { normalize, type Word, wordsOf } from "./tokens.ts";
import {
  exactMatches,
  prefixMatches,
  relatedMatches,
  similarMatches,
  type TermMatch,
  wildcardMatches,
} from "./vocabulary.ts";
import { matchesOfWord, NO_MATCHES, type Scope, type TermMatches, vocabularyOf } from "./word-matches.ts";

/** One word of a query with the indexed words that it stands for. */
export interface QueryTerm extends TermMatches {
  readonly clause: Clause;
}

/** A term's exact, prefix and synonym matches, each with the fields that they count in. */
export function matchGroups({ clause, exact, prefix, synonyms, isPrefixOfTitles }: QueryTerm): MatchGroup[] {
  const fields = clause.field === undefined ? FIELDS : [clause.field];
  return [
    { fields, matches: exact },
    { fields: isPrefixOfTitles ? ["title"] : fields, matches: prefix },
    { fields, matches: synonyms },
  ];
}

export interface MatchGroup {
  readonly fields: readonly Field[];
  readonly matches: readonly TermMatch[];
}

/** What the words of a query stand for. */
export interface Resolution {
  readonly terms: readonly QueryTerm[];
  readonly corrected: readonly Correction[];
  /** Words that nothing in the index is near to. */
  readonly missing: readonly string[];
}

/** Words of one query that are looked up: a bit for each in 31. */
const MAX_TERMS = 31;
/** Words of a query that begin with `*`: each is compared with all words of the index. */
const MAX_WILDCARDS = 3;
/** Words of a query for which near ones are sought: nobody mistypes more. */
const MAX_GUESSES = 8;

/** Finds what each word of a query stands for in the index; what is said again is left out. */
export function resolveClauses(corpus: Corpus, clauses: readonly Clause[]): Resolution {
  const entries = clauses.map((clause) => ({ clause, words: clause.hasWildcard ? [] : wordsOf(clause.text) }));
  const strong = entries.filter(({ clause, words }) => !isWeak(clause, words));
  const resolutions = new Map<string, Resolution>();
  let terms = 0;
  let wildcards = 0;
  let guesses = 0;
  const once = (said: string, resolve: () => Resolution) => {
    if (terms >= MAX_TERMS || resolutions.has(said)) return;
    const one = resolve();
    resolutions.set(said, one);
    terms += one.terms.length;
    const isGuess = one.corrected.length > 0 || one.missing.length > 0;
    if (isGuess || one.terms.some(({ clause }) => clause.distance !== undefined)) guesses++;
  };
  for (const { clause, words } of strong.length > 0 ? strong : entries) {
    const { text, ...signs } = clause;
    const vocabulary = vocabularyOf(corpus, clause.field === undefined ? FIELDS : [clause.field]);
    const scope = { corpus, clause, vocabulary };
    if (clause.hasWildcard && (!text.startsWith("*") || wildcards < MAX_WILDCARDS)) {
      once(JSON.stringify([signs, text]), () => {
        if (text.startsWith("*")) wildcards++;
        return found(clause, { prefix: matchesOfPattern(scope) });
      });
    }
    words.forEach((word, index) => {
      const isPrefix = clause.isPrefix && index === words.length - 1;
      once(JSON.stringify([{ ...signs, isPrefix }, word.signed ?? word.term]), () => {
        return resolveWord(word, { ...scope, isPrefix, mayGuess: guesses < MAX_GUESSES });
      });
    });
  }
  const all = joined([...resolutions.values()]);
  return { ...all, terms: all.terms.slice(0, MAX_TERMS) };
}

/** A clause of stop words only, which is left out where something else is asked for. */
function isWeak({ presence, field, isPhrase, hasWildcard }: Clause, words: readonly Word[]): boolean {
  const isPlain = presence === "optional" && field === undefined && !isPhrase && !hasWildcard;
  return isPlain && words.every(({ term }) => isStopWord(term));
}

function matchesOfPattern({ clause, vocabulary }: Pick<Scope, "clause" | "vocabulary">): TermMatches["prefix"] {
  const pattern = normalize(clause.text).replace(/\*+/g, "*");
  const isPrefix = pattern.indexOf("*") === pattern.length - 1 && pattern.length > 1;
  return isPrefix ? prefixMatches(vocabulary, pattern.slice(0, -1)) : wildcardMatches(vocabulary, pattern);
}

/** A word as it stands; else a near identifier, its parts, a near word, what is there of its parts, two words in one. */
function resolveWord(word: Word, scope: Scope): Resolution {
  const { clause, vocabulary, corpus } = scope;
  const { term, parts } = word;
  const mayGuess = scope.mayGuess && !clause.isPhrase;
  const missing = { ...found(clause), missing: [term] };
  if (clause.distance !== undefined && clause.distance > 0) {
    return scope.mayGuess ? found(clause, { exact: similarMatches(vocabulary, term, clause.distance) }) : missing;
  }
  const matches = matchesOfWord(word, scope);
  if (matches !== undefined) return found(clause, matches);
  const mistyped = parts.length > 0 && mayGuess ? nearIdentifier(term, vocabulary) : undefined;
  const terms = mistyped === undefined ? termsOfParts(word, scope) : undefined;
  if (terms !== undefined) return { terms, corrected: [], missing: [] };
  const to = mistyped ?? (mayGuess ? correctionOf(term, scope) : undefined);
  if (to !== undefined) {
    const exact = [...exactMatches(vocabulary, to), ...relatedMatches(vocabulary, to)];
    const defined = clause.field === undefined ? exactMatches(vocabularyOf(corpus, ["defined"]), to) : [];
    return { ...found(clause, { exact, defined }), corrected: [{ from: term, to }] };
  }
  if (parts.length > 0)
    return joined(differentParts(word).map((part) => resolveWord(part, partScope(word, part, scope))));
  const two = mayGuess ? wordsInOne(term, vocabulary) : undefined;
  if (two === undefined) return missing;
  const both = joined(two.flatMap(wordsOf).map((one) => resolveWord(one, { ...scope, isPrefix: false })));
  return { terms: both.terms, corrected: [{ from: term, to: two.join(" ") }], missing: [] };
}

/** The terms of a word's parts, where all of them are found as they stand. */
function termsOfParts(word: Word, scope: Scope): QueryTerm[] | undefined {
  if (word.parts.length === 0) return undefined;
  const terms = differentParts(word).map((part) => {
    const own = partScope(word, part, scope);
    const matches = matchesOfWord(part, own);
    return matches === undefined ? termsOfParts(part, own) : [{ clause: scope.clause, ...matches }];
  });
  return terms.every((one) => one !== undefined) ? terms.flat() : undefined;
}

/** The parts of a word, each once; the last, which may be half typed, for itself. */
function differentParts({ parts }: Word): readonly Word[] {
  const last = parts.at(-1);
  return [...new Map(parts.map((part) => [part === last ? undefined : part.term, part])).values()];
}

/** Of the parts of a word that is being typed only the last may go on. */
function partScope({ parts }: Word, part: Word, scope: Scope): Scope {
  return { ...scope, isPrefix: scope.isPrefix && part === parts.at(-1) };
}

function found(clause: Clause, matches: Partial<TermMatches> = {}): Resolution {
  return { terms: [{ ...NO_MATCHES, clause, ...matches }], corrected: [], missing: [] };
}

function joined(resolutions: readonly Resolution[]): Resolution {
  return {
    terms: resolutions.flatMap(({ terms }) => terms),
    corrected: resolutions.flatMap(({ corrected }) => corrected),
    missing: resolutions.flatMap(({ missing }) => missing),
  };
}
