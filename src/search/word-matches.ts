import type { Corpus } from "./corpus.ts";
import { lettersOf, UNSPACED } from "./fold.ts";
import type { IndexedField } from "./index-format.ts";
import type { Clause } from "./query-parser.ts";
import type { Word } from "./tokens.ts";
import {
  documentCount,
  exactMatches,
  forEachDocument,
  prefixMatches,
  relatedMatches,
  type TermMatch,
  type Vocabulary,
  wildcardMatches,
} from "./vocabulary.ts";

/** Context of the lookup of one word of a query. */
export interface LookupScope {
  readonly corpus: Corpus;
  readonly clause: Clause;
  /** The fields that the clause searches. */
  readonly vocabulary: Vocabulary;
  /** The word may still be incomplete: it is being typed. */
  readonly isPrefix: boolean;
  /** Whether similar words are searched if there are no matches, which is expensive. */
  readonly mayCorrect: boolean;
  /** Whether another word of the query is indexed. */
  readonly isBeside: boolean;
  /** For each word of the query, the indexed compounds that it forms with adjacent words. */
  readonly compounds: ReadonlyMap<string, readonly TermMatch[]>;
}

/** Indexed words that match a word of a query. */
export interface TermMatches {
  /** The word and its other forms: scored as one term with several spellings. */
  readonly exact: readonly TermMatch[];
  /** Words that begin with it: scored as a clause of its own, as in lunr. */
  readonly prefix: readonly TermMatch[];
  /** Prefix matches count in titles only, as too many words begin with a single letter. */
  readonly isPrefixOfTitles?: boolean;
  /** Synonyms: scored as a clause of their own, too. */
  readonly synonyms: readonly TermMatch[];
  /** Names that equal it, in the field of definitions. */
  readonly defined: readonly TermMatch[];
}

export const NO_MATCHES: TermMatches = { exact: [], prefix: [], synonyms: [], defined: [] };

/** Weight of another spelling of an identifier, such as its last piece. */
export const SPELLING_WEIGHT = 0.8;
/** Weight of a synonym: the lowest that still matches a title. */
const SYNONYM_WEIGHT = 0.6;
/** Weight of other forms of a word being typed: too low to match a title. */
const PREFIX_STEM_WEIGHT = 0.5;
/** The beginning of a version; a number alone may count anything. */
const VERSION = /^(?:v\d+|v?(\d+(?:\.\d+)+))$/;
const SINGLE_LETTER = /^[a-z0-9]$/;
/** A single letter in a script without spaces, whose texts are indexed as pairs of letters. */
const LONE_LETTER = new RegExp(`^${UNSPACED}\\p{M}*$`, "u");
const PAIR_WEIGHT = 0.5;
/** Minimum length of a prefix that may replace a missing word: shorter ones match too many words. */
const MIN_PREFIX = 3;
/** Share of a name that must be typed before its definition matches. */
const MIN_TYPED = 0.6;

/** A vocabulary of some fields. */
export function vocabularyOf({ words, fields, language }: Corpus, names: readonly IndexedField[]): Vocabulary {
  return { words, language, fields: names.map((name) => [name, fields[name]]) };
}

/** Matches of a word without corrections; undefined if there are none. */
export function matchesOfWord(word: Word, scope: LookupScope): TermMatches | undefined {
  const matches = directMatches(word, scope);
  const synonyms = synonymMatches(word, scope);
  if (!hasAny(matches) && synonyms.length === 0) return undefined;
  return { ...matches, synonyms, defined: definitions(word, scope) };
}

type DirectMatches = Pick<TermMatches, "exact" | "prefix" | "isPrefixOfTitles">;

function hasAny({ exact, prefix }: DirectMatches): boolean {
  return exact.length > 0 || prefix.length > 0;
}

function directMatches(word: Word, scope: LookupScope): DirectMatches {
  const { term, signed } = word;
  const { vocabulary, isPrefix } = scope;
  const typed = (spelling: string) => ({
    exact: exactMatches(vocabulary, spelling),
    ...(isPrefix ? typedPrefixMatches(spelling, vocabulary) : { prefix: [] }),
  });
  if (signed !== undefined) {
    const bySign = typed(signed);
    // `!merges` also means `merges`.
    const bare = [...exactMatches(vocabulary, term), ...relatedMatches(vocabulary, term)];
    if (hasAny(bySign)) return { ...bySign, exact: union(bySign.exact, scaleWeights(bare, SPELLING_WEIGHT)) };
  }
  const hits = LONE_LETTER.test(term) ? { exact: typed(term).exact, prefix: pairsWith(term, vocabulary) } : typed(term);
  if (scope.clause.isPhrase) return hits;
  const related = relatedMatches(vocabulary, term);
  // A word that is being typed isn't stemmed; a complete one also has its other forms, at a lower weight.
  const isComplete = hits.exact.length > 0;
  const weaker = isPrefix ? (isComplete ? scaleWeights(related, PREFIX_STEM_WEIGHT) : []) : related;
  const compounds = scope.compounds.get(term);
  const forms = [...hits.exact, ...weaker, ...versionMatches(term, vocabulary)];
  const exact = compounds === undefined ? forms : union(compounds, forms);
  const others = otherSpellings(word, scope);
  if (hasAny({ ...hits, exact })) {
    return { ...hits, exact: union(exact, others.exact), prefix: union(hits.prefix, others.prefix) };
  }
  if (related.length > 0) return { exact: related, prefix: [] };
  const longer = term.length >= MIN_PREFIX ? prefixMatches(vocabulary, term) : [];
  return longer.length > 0 ? { exact: [], prefix: longer } : others;
}

/** The versions that begin with one: `2.10` and `v2.10` are `2.10.3` and `v2.10.3`, which is indexed as both. */
function versionMatches(term: string, vocabulary: Vocabulary): readonly TermMatch[] {
  const [whole, number = whole] = VERSION.exec(term) ?? [];
  if (number === undefined) return [];
  const same = number === term ? [] : exactMatches(vocabulary, number);
  return scaleWeights([...same, ...prefixMatches(vocabulary, `${number}.`)], SPELLING_WEIGHT);
}

function pairsWith(letter: string, vocabulary: Vocabulary): TermMatch[] {
  const pairs = wildcardMatches(vocabulary, `*${letter}*`).filter(({ word }) => {
    return lettersOf(vocabulary.words[word] ?? "").length === 2;
  });
  return scaleWeights(pairs, PAIR_WEIGHT);
}

/** Words with a prefix; for a single letter only those in titles, if there are any. */
function typedPrefixMatches(term: string, vocabulary: Vocabulary): Omit<DirectMatches, "exact"> {
  const titles = { ...vocabulary, fields: vocabulary.fields.filter(([name]) => name === "title") };
  const titled = SINGLE_LETTER.test(term) ? prefixMatches(titles, term) : [];
  if (titled.length > 0) return { prefix: titled, isPrefixOfTitles: true };
  return { prefix: prefixMatches(vocabulary, term) };
}

/** Other spellings of an identifier: `utils.sheet_to_csv` as `sheet_to_csv`, `node.js` as `nodejs`. */
function otherSpellings({ term, parts }: Word, { vocabulary, isPrefix }: LookupScope): DirectMatches {
  const last = parts.at(-1);
  const piece = last !== undefined && last.parts.length > 0 ? last.term : undefined;
  const joined = term.replace(/[-./:_]/g, "");
  const others = [...(piece === undefined ? [] : [piece]), ...(joined === term ? [] : [joined])];
  const exact = others.flatMap((other) => exactMatches(vocabulary, other));
  const prefix = piece === undefined || !isPrefix ? [] : prefixMatches(vocabulary, piece);
  return { exact: scaleWeights(exact, SPELLING_WEIGHT), prefix: scaleWeights(prefix, SPELLING_WEIGHT) };
}

/** Synonyms and their other forms; none for a word in quotes. */
function synonymMatches({ term }: Word, { clause, corpus, vocabulary }: LookupScope): TermMatch[] {
  const others = clause.isPhrase ? [] : (corpus.synonyms.get(corpus.language.stem(term)) ?? []);
  const matches = others.flatMap((other) => [...exactMatches(vocabulary, other), ...relatedMatches(vocabulary, other)]);
  return scaleWeights(matches, SYNONYM_WEIGHT);
}

/** Definitions of a name; of a half-typed one as soon as most of it is typed. */
function definitions({ term, signed = term, parts }: Word, { clause, corpus, isPrefix }: LookupScope): TermMatch[] {
  if (clause.field !== undefined || clause.isPhrase) return [];
  const names = vocabularyOf(corpus, ["defined"]);
  const find = (name: string) => {
    if (!isPrefix) return exactMatches(names, name);
    return prefixMatches(names, name).filter(({ weight }) => weight >= MIN_TYPED);
  };
  const matches = find(signed);
  const whole = matches.length > 0 || signed === term ? matches : find(term);
  const last = parts.at(-1);
  if (whole.length > 0 || last === undefined || !term.includes(".")) return whole;
  // A member of an object, such as `cell.w`: any variable may hold the object, so only the member tells the page.
  return exactMatches(names, last.term).filter(({ word }) => {
    let isMember = documentCount(corpus.fields.defined, word) === 1;
    // An option of a command line, such as `--props`, is a member of nothing.
    forEachDocument(corpus.fields.defined, word, (ref) => {
      isMember &&= corpus.documents[ref]?.title.startsWith("-") === false;
    });
    return isMember;
  });
}

/** All matches of the first list, and those of the second for other words. */
function union(first: readonly TermMatch[], second: readonly TermMatch[]): readonly TermMatch[] {
  if (second.length === 0) return first;
  const words = new Set(first.map(({ word }) => word));
  return [...first, ...second.filter(({ word }) => !words.has(word))];
}

/** Matches with their weights multiplied by a factor. */
export function scaleWeights(matches: readonly TermMatch[], factor: number): TermMatch[] {
  return matches.map(({ word, weight }) => ({ word, weight: weight * factor }));
}
