import { type AsciiSet, and, charsOf, LOWER, lowerCase, meet, NONE, or, SPACE, sizeOf } from "./ascii-set.ts";

/**
 * A necessary condition for a match: the text contains one of these characters or words, all of them ASCII. Letters are
 * in lower case and match both cases.
 */
export interface Prefilter {
  readonly chars: AsciiSet;
  readonly words: readonly string[];
  /** Estimated share of the lines of code that meet the condition. */
  readonly share: number;
}

/** Maximum number of words; testing more takes as long as searching the pattern itself. */
const MAX_WORDS = 24;
/** Share of lines above which a prefilter isn't worth its test. */
const TOO_COMMON = 0.9;

/** @param text text that each match contains, in either case; not empty */
export function prefilterOf(text: string): Prefilter {
  const lower = text.toLowerCase();
  return lower.length === 1
    ? prefilterOfChars(charsOf(lower))
    : { chars: NONE, words: [lower], share: 0.4 * 0.2 ** (lower.length - 1) };
}

/** @param chars characters of which the text must contain one */
export function prefilterOfChars(chars: AsciiSet): Prefilter {
  const lower = lowerCase(chars);
  const share = 0.15 * sizeOf(lower) + 0.25 * sizeOf(and(lower, LOWER)) + 0.75 * sizeOf(and(lower, SPACE));
  return { chars: lower, words: [], share };
}

/** @returns the more selective of two prefilters, of parts that must both occur */
export function moreSelective(prefilter: Prefilter | undefined, other: Prefilter | undefined): Prefilter | undefined {
  if (prefilter === undefined || other === undefined) return prefilter ?? other;
  return other.share < prefilter.share ? other : prefilter;
}

/** @returns the prefilter of a choice; undefined if any alternative has none */
export function anyOf(prefilters: readonly (Prefilter | undefined)[]): Prefilter | undefined {
  let chars = NONE;
  let share = 0;
  const words: string[] = [];
  for (const prefilter of prefilters) {
    if (prefilter === undefined) return undefined;
    chars = or(chars, prefilter.chars);
    words.push(...prefilter.words);
    share += prefilter.share;
  }
  return words.length > MAX_WORDS ? undefined : { chars, words, share };
}

/** Whether a prefilter rules out enough lines to be worth its test. */
export function isSelective(prefilter: Prefilter): boolean {
  return prefilter.share < TOO_COMMON;
}

/**
 * Whether a text passes a prefilter.
 *
 * @param lower the text in lower case
 * @param chars its characters
 */
export function mayMatch(lower: string, chars: AsciiSet, prefilter: Prefilter): boolean {
  return meet(chars, prefilter.chars) || prefilter.words.some((word) => lower.includes(word));
}
