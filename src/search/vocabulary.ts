import type { IndexedField, Postings } from "./index-format.ts";
import { type SearchLanguage, stemPrefix } from "./language.ts";

/** The words of the index, and the fields that a query searches. */
export interface Vocabulary {
  /** The words of all fields, sorted. */
  readonly words: readonly string[];
  readonly fields: readonly (readonly [name: IndexedField, postings: Postings])[];
  readonly language: SearchLanguage;
}

/** An indexed word, by its index in the vocabulary, and the weight of a match. */
export interface TermMatch {
  readonly word: number;
  readonly weight: number;
}

/** Weight of another form of a word (same stem); the exact word has 1. */
const STEM_WEIGHT = 0.8;
/** Maximum number of words for a pattern, each of which costs the documents that hold it; too many for names (`names.ts`). */
const MAX_EXPANSIONS = 400;

/** Index of a word; -1 if it isn't indexed. */
export function wordAt(words: readonly string[], term: string): number {
  const at = lowerBound(words, term);
  return words[at] === term ? at : -1;
}

/** The word itself, if it is indexed. */
export function exactMatches(vocabulary: Vocabulary, term: string): TermMatch[] {
  const word = lowerBound(vocabulary.words, term);
  return vocabulary.words[word] === term ? matchesOf(vocabulary, [word, word + 1], () => 1) : [];
}

/** Words with a prefix; the longer the word, the lower its weight. */
export function prefixMatches(vocabulary: Vocabulary, prefix: string): TermMatch[] {
  return matchesOf(vocabulary, prefixRange(vocabulary.words, prefix), (term) => prefix.length / term.length);
}

/** Other words with the same stem. */
export function relatedMatches(vocabulary: Vocabulary, term: string): TermMatch[] {
  const { stem, formsOf } = vocabulary.language;
  const stemmed = stem(term);
  const prefix = stemPrefix(stemmed);
  const others = formsOf(term).filter((form) => form !== term && !form.startsWith(prefix));
  return [
    ...matchesOf(vocabulary, prefixRange(vocabulary.words, prefix), (other) => {
      return other !== term && stem(other) === stemmed ? STEM_WEIGHT : 0;
    }),
    ...others.flatMap((form) => exactMatches(vocabulary, form).map(({ word }) => ({ word, weight: STEM_WEIGHT }))),
  ];
}

/**
 * Words that match a pattern in which `*` stands for any characters. Of those of a vague pattern the most frequent: few
 * documents have none of them.
 */
export function wildcardMatches(vocabulary: Vocabulary, pattern: string): TermMatch[] {
  const [start = "", ...pieces] = pattern.split("*");
  const end = pieces.pop() ?? "";
  const matches = matchesOf(vocabulary, prefixRange(vocabulary.words, start), (term) => {
    let at = start.length;
    for (const piece of pieces) {
      at = at < 0 ? at : term.indexOf(piece, at);
      if (at >= 0) at += piece.length;
    }
    return at >= 0 && term.length - end.length >= at && term.endsWith(end) ? 1 : 0;
  });
  return matches.length > MAX_EXPANSIONS ? mostFrequent(vocabulary, matches) : matches;
}

/** The most frequent of many matches, the most frequent first: those are found soon in a text. */
function mostFrequent(vocabulary: Vocabulary, matches: readonly TermMatch[]): TermMatch[] {
  const counts = Int32Array.from(matches, ({ word }) => frequency(vocabulary, word));
  const least = counts.slice().sort()[matches.length - MAX_EXPANSIONS] ?? 0;
  const frequent = [...counts.keys()].filter((at) => (counts[at] ?? 0) >= least);
  frequent.sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0));
  return frequent.slice(0, MAX_EXPANSIONS).map((at) => matches[at] as TermMatch);
}

/**
 * Words within an edit distance (Damerau–Levenshtein: a transposition counts as one edit). Walks the sorted words
 * with one row of distances per letter, keeps the rows of the prefix shared with the previous word, and skips all
 * words whose prefix is too far.
 *
 * @param isPrefix also matches words that have a similar prefix
 */
export function similarMatches(vocabulary: Vocabulary, term: string, distance: number, isPrefix = false): TermMatch[] {
  const { words } = vocabulary;
  // Longer words exceed the distance within these rows.
  const rows = Array.from({ length: term.length + distance + 2 }, () => new Uint8Array(term.length + 1));
  rows[0]?.forEach((_, at, row) => {
    row[at] = at;
  });
  const editsAt = (depth: number) =>
    Math.abs(term.length - depth) > distance ? distance + 1 : (rows[depth]?.[term.length] ?? 0);
  const matches: TermMatch[] = [];
  let before = "";
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? "";
    let depth = 0;
    while (depth < before.length && before[depth] === word[depth]) depth++;
    let least = 0;
    let edits = editsAt(depth);
    while (depth < word.length && least <= distance && !(isPrefix && edits <= distance)) {
      least = fillRow(rows, term, word, ++depth, distance);
      edits = editsAt(depth);
    }
    before = word.slice(0, depth);
    const isNear = edits <= distance && (isPrefix || depth === word.length);
    const end = least > distance || (isPrefix && isNear) ? prefixEnd(words, before, at) : at + 1;
    const weigh = (other: string) => (isPrefix ? term.length / other.length : 1 / (1 + edits));
    if (isNear) matches.push(...matchesOf(vocabulary, [at, end], weigh));
    at = end;
  }
  return matches;
}

/**
 * Fills the row of distances between a word's first `depth` letters and each prefix of a term, where they can be at most
 * `most`: lengths that differ by more have a larger distance. @returns its minimum
 */
function fillRow(rows: readonly Uint8Array[], term: string, word: string, depth: number, most: number): number {
  const [row, above, next] = [rows[depth - 1], rows[depth - 2], rows[depth]];
  if (row === undefined || next === undefined) return Number.POSITIVE_INFINITY;
  const [before, letter] = [word[depth - 2], word[depth - 1]];
  const first = Math.max(1, depth - most);
  const last = Math.min(term.length, depth + most);
  let least = depth;
  next[0] = depth;
  if (first > 1) next[first - 1] = most + 1;
  next[last + 1] = most + 1;
  for (let index = first; index <= last; index++) {
    const same = term[index - 1] === letter ? 0 : 1;
    let edits = Math.min((row[index - 1] ?? 0) + same, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1);
    const isSwap = index > 1 && term[index - 1] === before && term[index - 2] === letter;
    if (isSwap) edits = Math.min(edits, (above?.[index - 2] ?? edits) + 1);
    next[index] = edits;
    if (edits < least) least = edits;
  }
  return least;
}

/** Range of the words with a prefix, as indexes; the end is exclusive. */
function prefixRange(words: readonly string[], prefix: string): [first: number, end: number] {
  const first = lowerBound(words, prefix);
  return [first, prefixEnd(words, prefix, first)];
}

/** Index of the first word that isn't less than a text. */
function lowerBound(words: readonly string[], text: string): number {
  return partitionPoint((at) => (words[at] ?? "") >= text, 0, words.length);
}

/** End of the words with a prefix, of which the first is known. A galloping search, as most ranges are short. */
function prefixEnd(words: readonly string[], prefix: string, first: number): number {
  let step = 1;
  while (words[first + step]?.startsWith(prefix)) step *= 2;
  return partitionPoint(
    (at) => !words[at]?.startsWith(prefix),
    first + (step >> 1),
    Math.min(first + step, words.length),
  );
}

/** Binary search: the first number that passes a monotonic test; `end` if none does. */
function partitionPoint(test: (at: number) => boolean, from: number, end: number): number {
  let [low, high] = [from, end];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The words of a range that occur in the fields and have a positive weight. */
function matchesOf(
  { words, fields }: Vocabulary,
  [first, end]: readonly [number, number],
  weigh: (term: string) => number,
): TermMatch[] {
  const matches: TermMatch[] = [];
  for (let word = first; word < end; word++) {
    if (!fields.some(([, postings]) => documentCount(postings, word) > 0)) continue;
    const weight = weigh(words[word] ?? "");
    if (weight > 0) matches.push({ word, weight });
  }
  return matches;
}

/** Number of documents with a word, summed over the fields. */
export function frequency({ fields }: Vocabulary, word: number): number {
  return fields.reduce((sum, [, postings]) => sum + documentCount(postings, word), 0);
}

/** Number of documents with a word. */
export function documentCount({ starts }: Postings, word: number): number {
  return (starts[word + 1] ?? 0) - (starts[word] ?? 0);
}

/** Calls `take` for each document with a word, with the term frequency. */
export function forEachDocument(
  { starts, refs, tf }: Postings,
  word: number,
  take: (ref: number, count: number) => void,
): void {
  const end = starts[word + 1] ?? 0;
  for (let at = starts[word] ?? 0; at < end; at++) take(refs[at] ?? 0, tf[at] ?? 0);
}

/** Whether a document holds a word. */
export function holdsWord({ starts, refs }: Postings, word: number, ref: number): boolean {
  const end = starts[word + 1] ?? 0;
  const index = partitionPoint((at) => (refs[at] ?? 0) >= ref, starts[word] ?? 0, end);
  return index < end && refs[index] === ref;
}
