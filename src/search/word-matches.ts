import type { Corpus } from "./corpus.ts";
import type { IndexedField } from "./index-format.ts";
import type { Clause } from "./query-parser.ts";
import { stem } from "./stem.ts";
import type { Word } from "./tokens.ts";
import { exactMatches, prefixMatches, relatedMatches, type TermMatch, type Vocabulary } from "./vocabulary.ts";

/** Where one word of a query is looked for. */
export interface Scope {
  readonly corpus: Corpus;
  readonly clause: Clause;
  /** The fields that the clause asks. */
  readonly vocabulary: Vocabulary;
  /** The word is being typed: it may go on. */
  readonly isPrefix: boolean;
  /** Whether words that are near are sought for one that isn't there: that is dear. */
  readonly mayGuess: boolean;
}

/** What is indexed of a word. */
export interface TermMatches {
  /** The word itself and its other forms: one term with several spellings. */
  readonly exact: readonly TermMatch[];
  /** The longer words of a trailing wildcard: another clause, as lunr has it. */
  readonly prefix: readonly TermMatch[];
  /** These count in titles only: with a single letter too many words begin. */
  readonly isPrefixOfTitles?: boolean;
  /** Words of the same meaning: another clause too. */
  readonly synonyms: readonly TermMatch[];
  /** Where it is a name that is explained there. */
  readonly defined: readonly TermMatch[];
}

export const NO_MATCHES: TermMatches = { exact: [], prefix: [], synonyms: [], defined: [] };

/** Matches of another spelling of an identifier, such as its last piece. */
const SPELLING_WEIGHT = 0.8;
/** Matches of another word: just enough to make a title match. */
const SYNONYM_WEIGHT = 0.6;
const DOT_WEIGHT = 0.2;
/** Matches of other endings of a word that is being typed: too weak to make a title match. */
const PREFIX_STEM_WEIGHT = 0.5;
const SINGLE_LETTER = /^[a-z0-9]$/;
/** Shorter beginnings are those of too many words to stand for a word that isn't there. */
const MIN_PREFIX = 3;
/** How much of a name must have been typed for what explains it. */
const MIN_TYPED = 0.6;

/** The words of some fields. */
export function vocabularyOf({ words, fields }: Corpus, names: readonly IndexedField[]): Vocabulary {
  return { words, fields: names.map((name) => [name, fields[name]]) };
}

/** What is indexed of a word as it stands; undefined where nothing is. */
export function matchesOfWord(word: Word, scope: Scope): TermMatches | undefined {
  const own = ownMatches(word, scope);
  const synonyms = synonymMatches(word, scope);
  if (!hasAny(own) && synonyms.length === 0) return undefined;
  return { ...own, synonyms, defined: definitions(word, scope) };
}

type OwnMatches = Pick<TermMatches, "exact" | "prefix" | "isPrefixOfTitles">;

function hasAny({ exact, prefix }: OwnMatches): boolean {
  return exact.length > 0 || prefix.length > 0;
}

function ownMatches(word: Word, scope: Scope): OwnMatches {
  const { term, signed } = word;
  const { vocabulary, isPrefix } = scope;
  const typed = (spelling: string) => ({
    exact: exactMatches(vocabulary, spelling),
    ...(isPrefix ? beginnings(spelling, vocabulary) : { prefix: [] }),
  });
  if (signed !== undefined) {
    const own = typed(signed);
    if (hasAny(own)) return { ...own, exact: union(own.exact, withoutSign(word, vocabulary)) };
  }
  const own = typed(term);
  if (scope.clause.isPhrase) return own;
  const related = relatedMatches(vocabulary, term);
  // A word that is being typed isn't stemmed; one that is complete already has its other forms, for less.
  const isComplete = own.exact.length > 0;
  const weaker = isPrefix ? (isComplete ? scaled(related, PREFIX_STEM_WEIGHT) : []) : related;
  const exact = [...own.exact, ...weaker];
  const others = spellings(word, scope);
  if (hasAny({ ...own, exact })) {
    return { ...own, exact: union(exact, others.exact), prefix: union(own.prefix, others.prefix) };
  }
  if (related.length > 0) return { exact: related, prefix: [] };
  const longer = term.length >= MIN_PREFIX ? prefixMatches(vocabulary, term) : [];
  return longer.length > 0 ? { exact: [], prefix: longer } : others;
}

/** Words that begin so; with a single letter those of titles, where there are any. */
function beginnings(term: string, vocabulary: Vocabulary): Omit<OwnMatches, "exact"> {
  const titles = { ...vocabulary, fields: vocabulary.fields.filter(([name]) => name === "title") };
  const titled = SINGLE_LETTER.test(term) ? prefixMatches(titles, term) : [];
  if (titled.length > 0) return { prefix: titled, isPrefixOfTitles: true };
  return { prefix: prefixMatches(vocabulary, term) };
}

/** The word behind a sign: that of `!merges` is its meaning, that of `.numbers` may be another word. */
function withoutSign({ signed = "", term }: Word, vocabulary: Vocabulary): TermMatch[] {
  const exact = exactMatches(vocabulary, term);
  if (!signed.startsWith("!")) return scaled(exact, DOT_WEIGHT);
  return scaled([...exact, ...relatedMatches(vocabulary, term)], SPELLING_WEIGHT);
}

/** Other ways to write an identifier: `utils.sheet_to_csv` as `sheet_to_csv`, `node.js` as `nodejs`. */
function spellings({ term, parts }: Word, { vocabulary, isPrefix }: Scope): OwnMatches {
  const last = parts.at(-1);
  const piece = last !== undefined && last.parts.length > 0 ? last.term : undefined;
  const joined = term.replace(/[-./:_]/g, "");
  const others = [...(piece === undefined ? [] : [piece]), ...(joined === term ? [] : [joined])];
  const exact = others.flatMap((other) => exactMatches(vocabulary, other));
  const prefix = piece === undefined || !isPrefix ? [] : prefixMatches(vocabulary, piece);
  return { exact: scaled(exact, SPELLING_WEIGHT), prefix: scaled(prefix, SPELLING_WEIGHT) };
}

/** Words of the same meaning with their other forms; in quotes a word means itself. */
function synonymMatches({ term }: Word, { clause, corpus, vocabulary }: Scope): TermMatch[] {
  const others = clause.isPhrase ? [] : (corpus.synonyms.get(stem(term)) ?? []);
  const matches = others.flatMap((other) => [...exactMatches(vocabulary, other), ...relatedMatches(vocabulary, other)]);
  return scaled(matches, SYNONYM_WEIGHT);
}

/** Where a name is explained; one that is being typed, as soon as most of it is there. */
function definitions({ term, signed = term }: Word, { clause, corpus, isPrefix }: Scope): TermMatch[] {
  if (clause.field !== undefined || clause.isPhrase) return [];
  const names = vocabularyOf(corpus, ["defined"]);
  const find = (name: string) => {
    if (!isPrefix) return exactMatches(names, name);
    return prefixMatches(names, name).filter(({ weight }) => weight >= MIN_TYPED);
  };
  const matches = find(signed);
  return matches.length > 0 || signed === term ? matches : find(term);
}

/** The matches of one, and those of the other of words that the first doesn't have. */
function union(one: readonly TermMatch[], other: readonly TermMatch[]): readonly TermMatch[] {
  if (other.length === 0) return one;
  const known = new Set(one.map(({ word }) => word));
  return [...one, ...other.filter(({ word }) => !known.has(word))];
}

/** The same matches, each counting for more or less. */
function scaled(matches: readonly TermMatch[], factor: number): TermMatch[] {
  return matches.map(({ word, weight }) => ({ word, weight: weight * factor }));
}
