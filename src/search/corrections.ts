import { documentCount, exactMatches, similarMatches, type TermMatch, type Vocabulary } from "./vocabulary.ts";
import type { Scope } from "./word-matches.ts";

/** A word that nothing matched, and the one that was looked for in its place. */
export interface Correction {
  readonly from: string;
  readonly to: string;
}

const MIN_SIMILAR = 4;
const MIN_SIMILAR_PREFIX = 5;
const MIN_PART = 2;
const MIN_IN_ONE = 6;
/** From this length on two typing errors in a word are likely. */
const TWO_EDITS_LENGTH = 8;
/** A word of a title is more likely meant than one that stands in as many texts. */
const TITLE_COUNT = 20;

/** The indexed word that was most likely meant; undefined where none is near. */
export function correctionOf(term: string, { vocabulary, isPrefix }: Scope): string | undefined {
  if (term.length < MIN_SIMILAR) return undefined;
  const near = (distance: number, isBeginning = false) => {
    return likeliest(term, vocabulary, similarMatches(vocabulary, term, distance, isBeginning));
  };
  return (
    near(1) ??
    (term.length >= TWO_EDITS_LENGTH ? near(2) : undefined) ??
    (isPrefix && term.length >= MIN_SIMILAR_PREFIX ? near(1, true) : undefined)
  );
}

/** A long identifier with one error is that identifier, even where its parts are words of their own. */
export function nearIdentifier(term: string, vocabulary: Vocabulary): string | undefined {
  return term.length < TWO_EDITS_LENGTH ? undefined : likeliest(term, vocabulary, similarMatches(vocabulary, term, 1));
}

/** Two indexed words that were written as one, such as `sheetname`; undefined where there are none. */
export function wordsInOne(term: string, vocabulary: Vocabulary): [string, string] | undefined {
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
    // Both have to be there: the rarer one tells.
    const least = Math.min(...parts.map(count));
    if (least > most) [best, most] = [parts, least];
  }
  return best;
}

/** Of similar words the nearest that begins as it was typed and stands in titles or in most documents. */
function likeliest(term: string, { words, fields }: Vocabulary, matches: readonly TermMatch[]): string | undefined {
  const scoreOf = ({ word, weight }: TermMatch) => {
    const counts = fields.map(
      ([name, postings]) => documentCount(postings, word) * (name === "title" ? TITLE_COUNT : 1),
    );
    const begins = words[word]?.[0] === term[0] ? 2 : 1;
    return counts.reduce((sum, count) => sum + weight * begins * Math.log1p(count), 0);
  };
  let best: string | undefined;
  let most = 0;
  // Words come in order: of equals the first stays.
  for (const match of matches) {
    const score = scoreOf(match);
    if (score > most) [best, most] = [words[match.word], score];
  }
  return best;
}
