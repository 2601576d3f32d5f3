import { editDistance } from "../shared/nearest.ts";
import {
  documentCount,
  exactMatches,
  frequency,
  similarMatches,
  type TermMatch,
  type Vocabulary,
} from "./vocabulary.ts";
import type { LookupScope } from "./word-matches.ts";

/** A word without matches, and the word searched for instead. */
export interface Correction {
  readonly from: string;
  readonly to: string;
}

const MIN_SIMILAR = 4;
/**
 * Minimum length for a correction if another word of the query is indexed: a shorter word is more likely an unknown name
 * than a typing error, unless a letter is missing or two are swapped.
 */
const MIN_SIMILAR_BESIDE = 5;
const MIN_SIMILAR_PREFIX = 5;
/** How many times more documents must hold a correction than the words that begin with what was typed. */
const FREQUENT = 20;
const MIN_PART = 3;
/** Weight of a letter that two words share at their ends; at their beginnings it is 1. */
const END_SHARE = 0.5;
const MIN_IN_ONE = 6;
/** Words of this length or more may have two typing errors. */
const TWO_EDITS_LENGTH = 8;

/** The most likely indexed word for a mistyped one; undefined if none is similar. */
export function correctionOf(
  term: string,
  { corpus, vocabulary, isPrefix, isBeside }: LookupScope,
): string | undefined {
  if (term.length < MIN_SIMILAR) return undefined;
  const isShort = isBeside && term.length < MIN_SIMILAR_BESIDE;
  const titles = titlesOf(vocabulary);
  const near = (distance: number, isBeginning = false) => {
    const likely = (words: Vocabulary) => {
      const similar = similarMatches(words, term, distance, isBeginning);
      return isShort ? similar.filter((match) => isSlip(term, words, match)) : similar;
    };
    const all = likely(vocabulary);
    return (
      mostLikely(term, titles, all) ??
      mostLikely(term, corpus.synonymWords, likely(corpus.synonymWords)) ??
      mostLikely(term, vocabulary, all)
    );
  };
  return (
    near(1) ??
    (term.length >= TWO_EDITS_LENGTH ? near(2) : undefined) ??
    (isPrefix && term.length >= MIN_SIMILAR_PREFIX ? near(1, true) : undefined)
  );
}

/**
 * Corrects a complete word that no text contains, but that begins rare words or shares a stem with them, such as `tabel`
 * with `Tabelle`. The correction is one edit away, and either much more frequent than the rare words or in titles, in
 * which they are not: `expres` means `express`.
 *
 * @param longer the words that begin with it, or have its stem
 */
export function frequentCorrection(term: string, longer: readonly TermMatch[], scope: LookupScope): string | undefined {
  const { vocabulary } = scope;
  const to =
    term.length < MIN_SIMILAR_BESIDE ? undefined : mostLikely(term, vocabulary, similarMatches(vocabulary, term, 1));
  const documentsOf = (matches: readonly TermMatch[]) => {
    return matches.reduce((sum, { word }) => sum + frequency(vocabulary, word), 0);
  };
  if (to === undefined) return undefined;
  const meant = exactMatches(vocabulary, to);
  const isRare = documentsOf(longer) * FREQUENT <= documentsOf(meant);
  const names = titlesOf(vocabulary);
  const isNamed = (matches: readonly TermMatch[]) => matches.some(({ word }) => frequency(names, word) > 0);
  return isRare || (isNamed(meant) && !isNamed(longer)) ? to : undefined;
}

/** The correction of a long identifier with one typing error; as a whole, even if its parts are indexed words. */
export function similarIdentifier(term: string, vocabulary: Vocabulary): string | undefined {
  return term.length < TWO_EDITS_LENGTH ? undefined : mostLikely(term, vocabulary, similarMatches(vocabulary, term, 1));
}

/** The correction of a name with one typing error in each of two of its words. */
export function similarName(words: readonly string[], vocabulary: Vocabulary): string | undefined {
  const name = words.join("_");
  const matches = similarMatches(vocabulary, name, 2).filter(({ word }) => {
    const others = vocabulary.words[word]?.split("_") ?? [];
    return others.length === words.length && others.every((other, at) => editDistance(other, words[at] ?? "", 1) <= 1);
  });
  return mostLikely(name, vocabulary, matches);
}

/** The vocabulary of titles and definitions only. */
function titlesOf({ fields, ...vocabulary }: Vocabulary): Vocabulary {
  return { ...vocabulary, fields: fields.filter(([name]) => name !== "content") };
}

/** Splits two indexed words written as one, such as `sheetname`; undefined if it can't be split. */
export function splitJoinedWords(term: string, vocabulary: Vocabulary): [string, string] | undefined {
  if (term.length < MIN_IN_ONE) return undefined;
  const count = (part: string) => {
    const [match] = exactMatches(vocabulary, part);
    if (match === undefined) return 0;
    return Math.max(...vocabulary.fields.map(([, postings]) => documentCount(postings, match.word)));
  };
  let best: [string, string] | undefined;
  let most = 0;
  for (let at = MIN_PART; at <= term.length - MIN_PART; at++) {
    const parts: [string, string] = [term.slice(0, at), term.slice(at)];
    // Both parts have to be indexed: the rarer one decides.
    const least = Math.min(...parts.map(count));
    if (least > most) [best, most] = [parts, least];
  }
  return best;
}

/** Whether the typed word begins like an indexed word, and lacks one of its letters or has them in another order. */
function isSlip(term: string, { words }: Vocabulary, match: TermMatch): boolean {
  const word = words[match.word] ?? "";
  const sorted = (letters: string) => [...letters].sort().join("");
  return word[0] === term[0] && (word.length > term.length || sorted(word) === sorted(term));
}

/** The best of similar words: a small edit distance, the same first letters, in many documents. */
function mostLikely(term: string, vocabulary: Vocabulary, matches: readonly TermMatch[]): string | undefined {
  const { words } = vocabulary;
  const scoreOf = ({ word, weight }: TermMatch) =>
    weight * sharedLetters(words[word] ?? "", term) ** 2 * Math.log1p(frequency(vocabulary, word));
  let best: string | undefined;
  let most = 0;
  // Words are sorted: of equal scores the first wins.
  for (const match of matches) {
    const score = scoreOf(match);
    if (score > most) [best, most] = [words[match.word], score];
  }
  return best;
}

/**
 * Share of a word that is a common prefix with another, or a common end after it; never zero, as the first letter may be
 * the wrong one.
 */
function sharedLetters(word: string, term: string): number {
  const least = Math.min(word.length, term.length);
  let first = 0;
  while (first < least && word[first] === term[first]) first++;
  let last = 0;
  while (last < least - first && word.at(-1 - last) === term.at(-1 - last)) last++;
  return (1 + first + END_SHARE * last) / term.length;
}
