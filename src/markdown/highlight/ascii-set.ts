/** Which of the 128 characters of ASCII are in a set, by their codes. */
export type AsciiSet = readonly boolean[];

const LETTER = of(/[a-zA-Z]/);
const UPPER = of(/[A-Z]/);
const LOWER = of(/[a-z]/);
const DIGIT = of(/\d/);
const HEX = of(/[\da-fA-F]/);
const SPACE = of(/[\t-\r ]/);
const WORD = of(/\w/);
export const ALL: AsciiSet = of(/\p{ASCII}/u);
export const NO_LINE_FEED: AsciiSet = of(/[^\n]/);

/** By the letters of their escapes. */
export const SHORT_CLASSES: Readonly<Record<string, AsciiSet>> = { d: DIGIT, h: HEX, s: SPACE, w: WORD };

/** By their names in `[[:name:]]` and `\p{name}`, in lower case. */
export const NAMED_CLASSES: Readonly<Record<string, AsciiSet>> = {
  alnum: of(/[a-zA-Z\d]/),
  alpha: LETTER,
  alphabetic: LETTER,
  ascii: ALL,
  blank: of(/[ \t]/),
  cntrl: of(/\p{Cc}/u),
  digit: DIGIT,
  graph: of(/[!-~]/),
  l: LETTER,
  letter: LETTER,
  ll: LOWER,
  lower: LOWER,
  lu: UPPER,
  n: DIGIT,
  nd: DIGIT,
  print: of(/[ -~]/),
  punct: of(/[!-/:-@[-`{-~]/),
  space: SPACE,
  upper: UPPER,
  word: WORD,
  xdigit: HEX,
};

function of(expression: RegExp): AsciiSet {
  return Array.from({ length: 128 }, (_, code) => expression.test(String.fromCharCode(code)));
}

export function caseless(set: AsciiSet): AsciiSet {
  return set.map((is, code) => is || (LETTER[code] === true && set[code ^ 32] === true));
}

export function not(set: AsciiSet): AsciiSet {
  return set.map((is) => !is);
}

export function and(set: AsciiSet, other: AsciiSet): AsciiSet {
  return set.map((is, code) => is && other[code] === true);
}

/** @param sets codes from one to another, of which those beyond ASCII count for nothing, and whole sets */
export function union(sets: readonly (readonly [from: number, to: number] | AsciiSet)[]): AsciiSet {
  const all = new Array<boolean>(128).fill(false);
  for (const set of sets) {
    if (isRange(set)) all.fill(true, set[0], set[1] + 1);
    else for (let code = 0; code < all.length; code++) all[code] ||= set[code] === true;
  }
  return all;
}

function isRange(set: readonly [number, number] | AsciiSet): set is readonly [number, number] {
  return typeof set[0] === "number";
}

/** @returns the first and the last code of each run of characters that are in the set */
export function rangesOf(set: AsciiSet): [from: number, to: number][] {
  const ranges: [number, number][] = [];
  for (let from = set.indexOf(true); from >= 0; ) {
    const end = set.indexOf(false, from);
    ranges.push([from, (end < 0 ? set.length : end) - 1]);
    from = end < 0 ? -1 : set.indexOf(true, end);
  }
  return ranges;
}
