import type { LoadedField } from "./load-index.ts";
import type { PackedNode } from "./packed-node.ts";
import { stem, stemPrefix } from "./stem.ts";

/** An indexed word: its place in the field's list, and how much a hit on it counts. */
export interface TermHit {
  readonly term: string;
  readonly word: number;
  readonly weight: number;
}

/** A word of another ending counts a little less than the word as it was typed. */
const STEM_WEIGHT = 0.8;

/** How many documents hold a word. */
export function documentCount({ starts }: LoadedField, word: number): number {
  return (starts[word + 1] ?? 0) - (starts[word] ?? 0);
}

/** The documents that hold a word, in ascending order. */
export function documentsOf(field: LoadedField | undefined, word: number): Int32Array {
  return field === undefined ? new Int32Array() : field.refs.subarray(field.starts[word], field.starts[word + 1]);
}

/** Whether a document holds a word. */
export function holdsWord({ starts, refs }: LoadedField, word: number, ref: number): boolean {
  let low = starts[word] ?? 0;
  let high = starts[word + 1] ?? 0;
  const end = high;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((refs[middle] ?? 0) < ref) low = middle + 1;
    else high = middle;
  }
  return low < end && refs[low] === ref;
}

/** The word itself, where it is indexed. */
export function exactTerms({ root }: LoadedField, term: string): TermHit[] {
  const word = nodeOf(root, term)?.word;
  return word === undefined ? [] : [{ term, word, weight: 1 }];
}

/** Words with the same stem, the word itself left out. */
export function relatedTerms(field: LoadedField, term: string): TermHit[] {
  const stemmed = stem(term);
  return termsBelow(field, nodeOf(field.root, stemPrefix(stemmed)), () => STEM_WEIGHT).filter((hit) => {
    return hit.term !== term && stem(hit.term) === stemmed;
  });
}

/** Words that begin with the prefix; the more of a word was typed, the more it counts. */
export function prefixTerms(field: LoadedField, prefix: string): TermHit[] {
  return termsBelow(field, nodeOf(field.root, prefix), (term) => prefix.length / term.length);
}

/** The node where a word ends, whether the word itself is indexed or only longer ones. */
function nodeOf(root: PackedNode, word: string): PackedNode | undefined {
  let node: PackedNode | undefined = root;
  for (let index = 0; index < word.length && node !== undefined; index++) node = node.child(word.charAt(index));
  return node;
}

function termsBelow({ words }: LoadedField, node: PackedNode | undefined, weigh: (term: string) => number): TermHit[] {
  const hits: TermHit[] = [];
  const [first, end] = node?.below ?? [0, 0];
  for (let word = first; word < end; word++) {
    const term = words[word] ?? "";
    hits.push({ term, word, weight: weigh(term) });
  }
  return hits;
}

/** Words that a pattern with `*` for any characters fits. */
export function wildcardTerms(field: LoadedField, pattern: string): TermHit[] {
  const [start = "", ...pieces] = pattern.split("*");
  const end = pieces.pop() ?? "";
  const [first, last] = nodeOf(field.root, start)?.below ?? [0, 0];
  const hits: TermHit[] = [];
  for (let word = first; word < last; word++) {
    const term = field.words[word] ?? "";
    let at = start.length;
    for (const piece of pieces) {
      at = at < 0 ? at : term.indexOf(piece, at);
      if (at >= 0) at += piece.length;
    }
    if (at >= 0 && term.length - end.length >= at && term.endsWith(end)) hits.push({ term, word, weight: 1 });
  }
  return hits;
}

/**
 * Words within an edit distance, by walking the trie with the Levenshtein automaton's states: a row
 * of distances per letter, left where all are too far. Two neighbours changed about are one edit.
 */
export function similarTerms({ root }: LoadedField, term: string, distance: number): TermHit[] {
  const hits: TermHit[] = [];
  walkNear(root, term, distance, (node, near, edits) => {
    if (edits <= distance && node.word !== undefined)
      hits.push({ term: near, word: node.word, weight: 1 / (1 + edits) });
    return true;
  });
  return hits;
}

/** Words with a beginning within an edit distance: those that a mistyped beginning can become. */
export function similarPrefixes(field: LoadedField, prefix: string, distance: number): TermHit[] {
  const hits: TermHit[] = [];
  walkNear(field.root, prefix, distance, (node, _, edits) => {
    if (edits > distance) return true;
    hits.push(...termsBelow(field, node, (term) => prefix.length / term.length));
    return false;
  });
  return hits;
}

/**
 * Walks all nodes from where a word within the distance can be reached.
 *
 * @param visit takes a node, its letters and how far they are from the word; says whether to go on below it
 */
function walkNear(
  root: PackedNode,
  word: string,
  distance: number,
  visit: (node: PackedNode, letters: string, edits: number) => boolean,
): void {
  // One row per letter of the path; those of a path that was left are written over.
  const rows = Array.from({ length: word.length + distance + 2 }, () => new Uint8Array(word.length + 1));
  rows[0]?.forEach((_, at, row) => {
    row[at] = at;
  });
  const walk = (node: PackedNode, letters: string) => {
    if (!visit(node, letters, rows[letters.length]?.[word.length] ?? 0)) return;
    for (const next of node.children) {
      const { character } = next;
      if (step(rows, word, letters, character) <= distance) walk(next, letters + character);
    }
  };
  walk(root, "");
}

/** Writes the row of distances for one more letter. @returns the smallest of them */
function step(rows: readonly Uint8Array[], word: string, letters: string, character: string): number {
  const depth = letters.length;
  const before = letters.charAt(depth - 1);
  const [rowBefore, row, next] = [rows[depth - 1], rows[depth], rows[depth + 1]];
  // Longer than the word and all that may be wrong with it.
  if (row === undefined || next === undefined) return Number.POSITIVE_INFINITY;
  let least = depth + 1;
  next[0] = least;
  for (let index = 1; index <= word.length; index++) {
    const same = word[index - 1] === character ? 0 : 1;
    let edits = Math.min((row[index - 1] ?? 0) + same, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1);
    const isSwap = index > 1 && before !== "" && word[index - 1] === before && word[index - 2] === character;
    if (isSwap) edits = Math.min(edits, (rowBefore?.[index - 2] ?? edits) + 1);
    next[index] = edits;
    if (edits < least) least = edits;
  }
  return least;
}
