import { documentCount, exactMatches, similarMatches, type TermMatch, type Vocabulary } from "./vocabulary.ts";
import type { LookupScope } from "./word-matches.ts";

/** A word without matches, and the word searched for instead. */
export interface Correction {
  readonly from: string;
  readonly to: string;
}

const MIN_SIMILAR = 4;
const MIN_SIMILAR_PREFIX = 5;
const MIN_PART = 2;
const MIN_IN_ONE = 6;
/** Words from this length on are likely to hold two typing errors. */
const TWO_EDITS_LENGTH = 8;
/** A word in a title counts as much as one in this many texts. */
const TITLE_COUNT = 20;

/** The indexed word that was most likely meant; undefined where none is similar. */
export function correctionOf(term: string, { vocabulary, isPrefix }: LookupScope): string | undefined {
  if (term.length < MIN_SIMILAR) return undefined;
  const near = (distance: number, isBeginning = false) => {
    return mostLikely(term, vocabulary, similarMatches(vocabulary, term, distance, isBeginning));
  };
  return (
    near(1) ??
    (term.length >= TWO_EDITS_LENGTH ? near(2) : undefined) ??
    (isPrefix && term.length >= MIN_SIMILAR_PREFIX ? near(1, true) : undefined)
  );
}

/** A long identifier with one typing error is corrected as a whole, even where its parts are indexed words. */
export function similarIdentifier(term: string, vocabulary: Vocabulary): string | undefined {
  return term.length < TWO_EDITS_LENGTH ? undefined : mostLikely(term, vocabulary, similarMatches(vocabulary, term, 1));
}

/** Splits two indexed words written as one, such as `sheetname`; undefined where it can't be split. */
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

/** The best of similar words: close, with the same first letter, in titles or in many documents. */
function mostLikely(term: string, { words, fields }: Vocabulary, matches: readonly TermMatch[]): string | undefined {
  const scoreOf = ({ word, weight }: TermMatch) => {
    const counts = fields.map(
      ([name, postings]) => documentCount(postings, word) * (name === "title" ? TITLE_COUNT : 1),
    );
    const begins = words[word]?.[0] === term[0] ? 2 : 1;
    return counts.reduce((sum, count) => sum + weight * begins * Math.log1p(count), 0);
  };
  let best: string | undefined;
  let most = 0;
  // Words are sorted: of equal scores the first wins.
  for (const match of matches) {
    const score = scoreOf(match);
    if (score > most) [best, most] = [words[match.word], score];
  }
  return best;
}
