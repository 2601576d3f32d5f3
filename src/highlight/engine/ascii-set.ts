/** A set of ASCII characters: 128 bits, by character code. */
export type AsciiSet = readonly [number, number, number, number];

export const NONE: AsciiSet = [0, 0, 0, 0];
export const ALL = not(NONE);
const LETTER = of(/[a-zA-Z]/);
const UPPER = of(/[A-Z]/);
export const LOWER = of(/[a-z]/);
const DIGIT = of(/\d/);
const HEX = of(/[\da-fA-F]/);
export const SPACE = of(/[\t-\r ]/);
const WORD = of(/\w/);
export const NO_LINE_FEED = of(/[^\n]/);

/** Character classes by the letter of their escape. */
export const SHORT_CLASSES: Readonly<Record<string, AsciiSet>> = { d: DIGIT, h: HEX, s: SPACE, w: WORD };

/** Character classes by their name in `[[:name:]]` and `\p{name}`, in lower case. */
export const NAMED_CLASSES: ReadonlyMap<string, AsciiSet> = new Map(
  Object.entries({
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
  }),
);

function of(expression: RegExp): AsciiSet {
  const signs = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  return charsOf(signs.filter((sign) => expression.test(sign)).join(""));
}

/** The characters between two codes, inclusive; those beyond ASCII are ignored. */
export function asciiRange(from: number, to: number): AsciiSet {
  const bits: Bits = [0, 0, 0, 0];
  for (let code = from; code <= to && code < 128; code++) add(bits, code);
  return bits;
}

/** The characters of a text; those beyond ASCII are ignored. */
export function charsOf(text: string): AsciiSet {
  const bits: Bits = [0, 0, 0, 0];
  for (let at = 0; at < text.length; at++) add(bits, text.charCodeAt(at));
  return bits;
}

type Bits = [number, number, number, number];

function add(bits: Bits, code: number): void {
  if (code < 128) bits[code >> 5] = (bits[code >> 5] ?? 0) | (1 << (code & 31));
}

/** The characters that a set lacks. */
export function not([a, b, c, d]: AsciiSet): AsciiSet {
  return [~a, ~b, ~c, ~d];
}

/** The characters in both sets. */
export function and(set: AsciiSet, other: AsciiSet): AsciiSet {
  return [set[0] & other[0], set[1] & other[1], set[2] & other[2], set[3] & other[3]];
}

/** The characters in either set. */
export function or(set: AsciiSet, other: AsciiSet): AsciiSet {
  return [set[0] | other[0], set[1] | other[1], set[2] | other[2], set[3] | other[3]];
}

/** Whether two sets share a character. */
export function meet(set: AsciiSet, other: AsciiSet): boolean {
  return ((set[0] & other[0]) | (set[1] & other[1]) | (set[2] & other[2]) | (set[3] & other[3])) !== 0;
}

/** Adds the other case of each letter of a set. */
export function caseless(set: AsciiSet): AsciiSet {
  // The codes of a letter's two cases differ by 32.
  const [, , upper, lower] = and(set, LETTER);
  return [set[0], set[1], set[2] | lower, set[3] | upper];
}

/** A set with lower-case letters in the place of its capitals. */
export function lowerCase(set: AsciiSet): AsciiSet {
  const [, , upper] = and(set, LETTER);
  return [set[0], set[1], set[2] & ~upper, set[3] | upper];
}

/** Number of characters in a set. */
export function sizeOf(set: AsciiSet): number {
  let size = 0;
  for (const bits of set) for (let rest = bits; rest !== 0; rest &= rest - 1) size++;
  return size;
}

/** @returns the first and last code of each run of consecutive characters */
export function rangesOf(set: AsciiSet): [from: number, to: number][] {
  const ranges: [number, number][] = [];
  let from = -1;
  for (let code = 0; code <= 128; code++) {
    const isIn = code < 128 && (((set[code >> 5] ?? 0) >>> (code & 31)) & 1) === 1;
    if (isIn && from < 0) from = code;
    if (isIn || from < 0) continue;
    ranges.push([from, code - 1]);
    from = -1;
  }
  return ranges;
}
