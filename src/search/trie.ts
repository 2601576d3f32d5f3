import type { PackedNode } from "./packed-node.ts";
import { stem, stemPrefix } from "./stem.ts";

/** An indexed word: its node in the trie, and how much a hit on it counts. */
export interface TermHit {
  readonly term: string;
  readonly node: PackedNode;
  readonly weight: number;
}

/** A word of another ending counts a little less than the word as it was typed. */
const STEM_WEIGHT = 0.8;

/** The node where a word ends, whether the word itself is indexed or only longer ones. */
export function nodeOf(root: PackedNode, word: string): PackedNode | undefined {
  let node: PackedNode | undefined = root;
  for (let index = 0; index < word.length && node !== undefined; index++) node = node.child(word.charAt(index));
  return node;
}

/** The word itself, where it is indexed. */
export function exactTerms(root: PackedNode, word: string): TermHit[] {
  const node = nodeOf(root, word);
  return node !== undefined && node.df > 0 ? [{ term: word, node, weight: 1 }] : [];
}

/** Words with the same stem, the word itself left out. */
export function relatedTerms(root: PackedNode, word: string): TermHit[] {
  const stemmed = stem(word);
  return prefixTerms(root, stemPrefix(stemmed))
    .filter(({ term }) => term !== word && stem(term) === stemmed)
    .map((hit) => ({ ...hit, weight: STEM_WEIGHT }));
}

/** Words that begin with the prefix; the more of a word was typed, the more it counts. */
export function prefixTerms(root: PackedNode, prefix: string): TermHit[] {
  const start = nodeOf(root, prefix);
  if (start === undefined) return [];
  return termsBelow(start, prefix).map((found) => ({ ...found, weight: prefix.length / found.term.length }));
}

/** Words that a pattern with `*` for any characters fits. */
export function wildcardTerms(root: PackedNode, pattern: string): TermHit[] {
  const hits: TermHit[] = [];
  // The places in the pattern that the letters so far can have led to.
  const close = (places: Iterable<number>) => {
    const closed = new Set<number>();
    for (const place of places) {
      let at = place;
      closed.add(at);
      while (pattern[at] === "*") closed.add(++at);
    }
    return closed;
  };
  const walk = (node: PackedNode, term: string, places: ReadonlySet<number>) => {
    if (places.has(pattern.length) && node.df > 0) hits.push({ term, node, weight: 1 });
    for (const [character, next] of node.children()) {
      const after = close(
        [...places].flatMap((at) => (pattern[at] === "*" ? [at] : pattern[at] === character ? [at + 1] : [])),
      );
      if (after.size > 0) walk(next, term + character, after);
    }
  };
  walk(root, "", close([0]));
  return hits;
}

/**
 * Words within an edit distance, by walking the trie with the Levenshtein automaton's states: a row
 * of distances per letter, left where all are too far. Two neighbours changed about are one edit.
 */
export function similarTerms(root: PackedNode, word: string, distance: number): TermHit[] {
  const hits: TermHit[] = [];
  const walk = (node: PackedNode, term: string, row: readonly number[], rowBefore: readonly number[]) => {
    const edits = row[word.length] ?? 0;
    if (edits <= distance && node.df > 0) hits.push({ term, node, weight: 1 / (1 + edits) });
    for (const [character, next] of node.children()) {
      const nextRow = step(word, character, term.at(-1), row, rowBefore);
      if (Math.min(...nextRow) <= distance) walk(next, term + character, nextRow, row);
    }
  };
  walk(root, "", firstRow(word), []);
  return hits;
}

function step(
  word: string,
  character: string,
  before: string | undefined,
  row: readonly number[],
  rowBefore: readonly number[],
): number[] {
  const next = [(row[0] ?? 0) + 1];
  for (let index = 1; index <= word.length; index++) {
    const same = word[index - 1] === character ? 0 : 1;
    let edits = Math.min((row[index - 1] ?? 0) + same, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1);
    const isSwap = index > 1 && before !== undefined && word[index - 1] === before && word[index - 2] === character;
    if (isSwap) edits = Math.min(edits, (rowBefore[index - 2] ?? edits) + 1);
    next.push(edits);
  }
  return next;
}

/** Words with a beginning within an edit distance: those that a mistyped beginning can become. */
export function similarPrefixes(root: PackedNode, prefix: string, distance: number): TermHit[] {
  const hits: TermHit[] = [];
  const walk = (node: PackedNode, term: string, row: readonly number[], rowBefore: readonly number[]) => {
    if ((row[prefix.length] ?? 0) <= distance) {
      for (const hit of termsBelow(node, term)) hits.push({ ...hit, weight: prefix.length / hit.term.length });
      return;
    }
    for (const [character, next] of node.children()) {
      const nextRow = step(prefix, character, term.at(-1), row, rowBefore);
      if (Math.min(...nextRow) <= distance) walk(next, term + character, nextRow, row);
    }
  };
  walk(root, "", firstRow(prefix), []);
  return hits;
}

function firstRow(word: string): number[] {
  return Array.from({ length: word.length + 1 }, (_, index) => index);
}

function termsBelow(start: PackedNode, prefix: string): { term: string; node: PackedNode }[] {
  const found: { term: string; node: PackedNode }[] = [];
  const walk = (node: PackedNode, term: string) => {
    if (node.df > 0) found.push({ term, node });
    for (const [character, next] of node.children()) walk(next, term + character);
  };
  walk(start, prefix);
  return found;
}
