import { type AsciiSet, and, LOWER, lowerCase, meet, NONE, or, SPACE, signsOf, sizeOf } from "./ascii-set.ts";

/**
 * What is in every text that a pattern is found in: one of these signs, or one of these words, all of
 * them ASCII. Letters are in lower case and stand for either.
 */
export interface Need {
  readonly signs: AsciiSet;
  readonly words: readonly string[];
  /** About which share of the lines of code has one. */
  readonly share: number;
}

/** To look for more takes as long as to search with the pattern. */
const MAX_WORDS = 24;
/** Fewer lines than this share lack it. */
const TOO_COMMON = 0.9;

export function needOf(text: string): Need {
  const lower = text.toLowerCase();
  return lower.length === 1
    ? needOfSigns(signsOf(lower))
    : { signs: NONE, words: [lower], share: 0.4 * 0.2 ** (lower.length - 1) };
}

/** @param signs of which a text has one */
export function needOfSigns(signs: AsciiSet): Need {
  const lower = lowerCase(signs);
  const share = 0.15 * sizeOf(lower) + 0.25 * sizeOf(and(lower, LOWER)) + 0.75 * sizeOf(and(lower, SPACE));
  return { signs: lower, words: [], share };
}

/** @returns the need of a text that has both */
export function rarerOf(need: Need | undefined, other: Need | undefined): Need | undefined {
  if (need === undefined || other === undefined) return need ?? other;
  return other.share < need.share ? other : need;
}

/** @returns the need of a text that has one of these, undefined where one says nothing */
export function anyOf(needs: readonly (Need | undefined)[]): Need | undefined {
  let signs = NONE;
  let share = 0;
  const words: string[] = [];
  for (const need of needs) {
    if (need === undefined) return undefined;
    signs = or(signs, need.signs);
    words.push(...need.words);
    share += need.share;
  }
  return words.length > MAX_WORDS ? undefined : { signs, words, share };
}

export function isWorthLooking(need: Need): boolean {
  return need.share < TOO_COMMON;
}

/**
 * Whether a text may have what is needed.
 *
 * @param lower the text in lower case
 * @param signs its characters
 */
export function meets(lower: string, signs: AsciiSet, need: Need): boolean {
  return meet(signs, need.signs) || need.words.some((word) => lower.includes(word));
}
