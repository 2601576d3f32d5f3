import type { IndexedField, Postings } from "./index-format.ts";
import { stem, stemPrefix } from "./stem.ts";

/** The words of some fields, which are those that a query asks. */
export interface Vocabulary {
  /** The words of all fields, sorted. */
  readonly words: readonly string[];
  readonly fields: readonly (readonly [name: IndexedField, postings: Postings])[];
}

/** An indexed word: its place among the words, and how much a match of it counts. */
export interface TermMatch {
  readonly word: number;
  readonly weight: number;
}

/** A word of another ending counts a little less than the word as it was typed. */
const STEM_WEIGHT = 0.8;

/** The word itself, where it is indexed. */
export function exactMatches(vocabulary: Vocabulary, term: string): TermMatch[] {
  const word = placeOf(vocabulary.words, term);
  return vocabulary.words[word] === term ? matchesOf(vocabulary, [word, word + 1], () => 1) : [];
}

/** Words that begin so; the longer they are, the less they count. */
export function prefixMatches(vocabulary: Vocabulary, prefix: string): TermMatch[] {
  return matchesOf(vocabulary, rangeOf(vocabulary.words, prefix), (term) => prefix.length / term.length);
}

/** Words with the same stem, the word itself left out. */
export function relatedMatches(vocabulary: Vocabulary, term: string): TermMatch[] {
  const stemmed = stem(term);
  return matchesOf(vocabulary, rangeOf(vocabulary.words, stemPrefix(stemmed)), (other) => {
    return other !== term && stem(other) === stemmed ? STEM_WEIGHT : 0;
  });
}

/** Words that a pattern with `*` for any characters fits. */
export function wildcardMatches(vocabulary: Vocabulary, pattern: string): TermMatch[] {
  const [start = "", ...pieces] = pattern.split("*");
  const end = pieces.pop() ?? "";
  return matchesOf(vocabulary, rangeOf(vocabulary.words, start), (term) => {
    let at = start.length;
    for (const piece of pieces) {
      at = at < 0 ? at : term.indexOf(piece, at);
      if (at >= 0) at += piece.length;
    }
    return at >= 0 && term.length - end.length >= at && term.endsWith(end) ? 1 : 0;
  });
}

/**
 * Words within an edit distance, by the states of a Levenshtein automaton: a row of distances per letter, kept for
 * the letters that a word shares with the one before. Words that begin with what is too far are passed over.
 * Two neighbours changed about are one edit.
 *
 * @param isPrefix a word's beginning is enough: what a mistyped beginning can become
 */
export function similarMatches(vocabulary: Vocabulary, term: string, distance: number, isPrefix = false): TermMatch[] {
  const { words } = vocabulary;
  // Longer words are too far at the last of these.
  const rows = Array.from({ length: term.length + distance + 2 }, () => new Uint8Array(term.length + 1));
  rows[0]?.forEach((_, at, row) => {
    row[at] = at;
  });
  const found: TermMatch[] = [];
  let before = "";
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? "";
    let depth = 0;
    while (depth < before.length && before[depth] === word[depth]) depth++;
    let least = 0;
    let edits = rows[depth]?.[term.length] ?? 0;
    while (depth < word.length && least <= distance && !(isPrefix && edits <= distance)) {
      least = fillRow(rows, term, word, ++depth);
      edits = rows[depth]?.[term.length] ?? 0;
    }
    before = word.slice(0, depth);
    const isNear = edits <= distance && (isPrefix || depth === word.length);
    const end = least > distance || (isPrefix && isNear) ? endOf(words, before, at) : at + 1;
    const weigh = (other: string) => (isPrefix ? term.length / other.length : 1 / (1 + edits));
    if (isNear) found.push(...matchesOf(vocabulary, [at, end], weigh));
    at = end;
  }
  return found;
}

/** Writes how far a word's first letters are from each beginning of a term. @returns the smallest distance */
function fillRow(rows: readonly Uint8Array[], term: string, word: string, depth: number): number {
  const [row, above, next] = [rows[depth - 1], rows[depth - 2], rows[depth]];
  if (row === undefined || next === undefined) return Number.POSITIVE_INFINITY;
  const [before, letter] = [word[depth - 2], word[depth - 1]];
  let least = depth;
  next[0] = depth;
  for (let index = 1; index <= term.length; index++) {
    const same = term[index - 1] === letter ? 0 : 1;
    let edits = Math.min((row[index - 1] ?? 0) + same, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1);
    const isSwap = index > 1 && term[index - 1] === before && term[index - 2] === letter;
    if (isSwap) edits = Math.min(edits, (above?.[index - 2] ?? edits) + 1);
    next[index] = edits;
    if (edits < least) least = edits;
  }
  return least;
}

/** Where the words that begin so stand: the first, and the one after the last. */
function rangeOf(words: readonly string[], prefix: string): [first: number, end: number] {
  const first = placeOf(words, prefix);
  return [first, endOf(words, prefix, first)];
}

/** Place of the first word that doesn't stand before a text. */
function placeOf(words: readonly string[], text: string): number {
  return firstOf((at) => (words[at] ?? "") >= text, 0, words.length);
}

/** Where the words end that begin so, the first of which is known; most are few. */
function endOf(words: readonly string[], prefix: string, first: number): number {
  let step = 1;
  while (words[first + step]?.startsWith(prefix)) step *= 2;
  return firstOf((at) => !words[at]?.startsWith(prefix), first + (step >> 1), Math.min(first + step, words.length));
}

/** The first of sorted numbers that passes a test, which all after it do; the end where none does. */
function firstOf(test: (at: number) => boolean, from: number, end: number): number {
  let [low, high] = [from, end];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Of a range those words that the fields hold and that weigh anything. */
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

/** How many documents hold a word. */
export function documentCount({ starts }: Postings, word: number): number {
  return (starts[word + 1] ?? 0) - (starts[word] ?? 0);
}

/** Takes each document that holds a word, and how often it does. */
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
  const place = firstOf((at) => (refs[at] ?? 0) >= ref, starts[word] ?? 0, end);
  return place < end && refs[place] === ref;
}
