import { MAX_SHARED, SHARED_ZERO } from "./packed-index.ts";

/** Writes sorted words, each by what it adds to the one before. */
export function frontCoded(words: readonly string[]): string {
  return words.map((word, at) => coded(word, words[at - 1] ?? "")).join("");
}

function coded(word: string, before: string): string {
  let shared = 0;
  while (shared < MAX_SHARED && shared < word.length && word[shared] === before[shared]) shared++;
  return String.fromCharCode(SHARED_ZERO + shared) + word.slice(shared);
}

/** Reads what `frontCoded` wrote. */
export function readWords(text: string): string[] {
  const words: string[] = [];
  let before = "";
  for (let start = 0; start < text.length; ) {
    const end = endOfWord(text, start);
    before = before.slice(0, text.charCodeAt(start) - SHARED_ZERO) + text.slice(start + 1, end);
    words.push(before);
    start = end;
  }
  return words;
}

/** Words have no capital letters: one begins the next word. */
function endOfWord(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && !isSharedMark(text.charCodeAt(end))) end++;
  return end;
}

function isSharedMark(code: number): boolean {
  return code >= SHARED_ZERO && code <= SHARED_ZERO + MAX_SHARED;
}

/** A walk along front-coded words that makes none of them a string of its own until it is asked for. */
interface WordWalk {
  /** Goes on to the next word. @returns false after the last one */
  readonly step: () => boolean;
  /** Where the word at hand begins and ends in the text. */
  readonly start: () => number;
  readonly end: () => number;
  /** How many characters it is known to share with the one before. */
  readonly shared: () => number;
  readonly word: () => string;
  /** Compares the word at hand with another: negative where it stands before, 0 where it is the same. */
  readonly compare: (other: string, from: number) => { readonly order: number; readonly common: number };
}

function walkWords(text: string): WordWalk {
  let units = new Uint16Array(64);
  let length = 0;
  let shared = 0;
  let [start, end] = [0, 0];
  return {
    step: () => {
      start = end;
      if (start >= text.length) return false;
      shared = text.charCodeAt(start) - SHARED_ZERO;
      end = endOfWord(text, start);
      length = shared + end - start - 1;
      if (length > units.length) {
        const larger = new Uint16Array(2 * length);
        larger.set(units);
        units = larger;
      }
      for (let at = shared; at < length; at++) units[at] = text.charCodeAt(start + 1 + at - shared);
      return true;
    },
    start: () => start,
    end: () => end,
    shared: () => shared,
    word: () => String.fromCharCode(...units.subarray(0, length)),
    compare: (other, from) => {
      let common = from;
      while (common < length && common < other.length && units[common] === other.charCodeAt(common)) common++;
      const [own, others] = [
        common < length ? (units[common] ?? 0) : -1,
        common < other.length ? other.charCodeAt(common) : -1,
      ];
      return { order: own - others, common };
    },
  };
}

/** Where a word stands among others: the number of those before it, and whether it is one of them. */
export interface WordPlace {
  readonly at: number;
  readonly isThere: boolean;
}

/** Finds words among front-coded ones. @param wanted in ascending order */
export function placesOf(text: string, wanted: readonly string[]): WordPlace[] {
  const places: WordPlace[] = [];
  const walk = walkWords(text);
  /** What the word before shares with the one that is wanted next. */
  let common = 0;
  let at = 0;
  for (; places.length < wanted.length && walk.step(); at++) {
    // Whatever shares more with the word before stands before the wanted one as that does.
    if (walk.shared() > common) continue;
    let known = Math.min(walk.shared(), common);
    for (let next = wanted[places.length]; next !== undefined; next = wanted[places.length]) {
      const compared = walk.compare(next, known);
      common = compared.common;
      if (compared.order < 0) break;
      places.push({ at, isThere: compared.order === 0 });
      known = 0;
    }
  }
  while (places.length < wanted.length) places.push({ at, isThere: false });
  return places;
}

/**
 * Changes front-coded words as text.
 *
 * @param dropped numbers of words that go
 * @param inserted words that come, in ascending order, by the number of the word that they stand before
 */
export function editWords(
  text: string,
  dropped: ReadonlySet<number>,
  inserted: ReadonlyMap<number, readonly string[]>,
): string {
  const changes = [...new Set([...dropped, ...inserted.keys()])].sort((a, b) => a - b);
  const parts: string[] = [];
  const walk = walkWords(text);
  let at = 0;
  let isThere = walk.step();
  let copied = 0;
  /** The word that was written last, until the one at hand is written by what it adds to it. */
  let last: string | undefined;
  const writeAnew = (before: string) => {
    parts.push(coded(walk.word(), before));
    copied = walk.end();
  };
  for (const change of changes) {
    if (at < change) {
      if (last !== undefined) writeAnew(last);
      for (; at < change; at++) {
        if (at === change - 1) last = walk.word();
        isThere = walk.step();
      }
      parts.push(text.slice(copied, walk.start()));
      copied = walk.start();
    }
    last ??= "";
    for (const word of inserted.get(change) ?? []) {
      parts.push(coded(word, last));
      last = word;
    }
    if (dropped.has(change)) {
      copied = walk.end();
      isThere = walk.step();
      at++;
    }
  }
  if (last !== undefined && isThere) writeAnew(last);
  return [...parts, text.slice(copied)].join("");
}
