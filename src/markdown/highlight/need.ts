/**
 * What is in every text that a pattern is found in: one of these signs, or one of these words, all of
 * them ASCII. Letters are in lower case and stand for either.
 */
export interface Need {
  readonly signs: string;
  readonly words: readonly string[];
}

/** To look for more takes as long as to search with the pattern. */
const MAX_WORDS = 24;
const MAX_SIGNS = 16;
/** Fewer lines than this share lack it. */
const TOO_COMMON = 0.9;

export function needOf(text: string): Need {
  const lower = text.toLowerCase();
  return lower.length === 1 ? { signs: lower, words: [] } : { signs: "", words: [lower] };
}

/** @param ranges of the codes of signs of which a text has one */
export function needOfSigns(ranges: readonly (readonly [from: number, to: number])[]): Need | undefined {
  let signs = "";
  for (const [from, to] of ranges) {
    if (signs.length + to - from >= MAX_SIGNS) return undefined;
    for (let code = from; code <= to; code++) signs += String.fromCharCode(code);
  }
  return { signs: signs.toLowerCase(), words: [] };
}

/** @returns the need of a text that has both */
export function rarerOf(need: Need | undefined, other: Need | undefined): Need | undefined {
  if (need === undefined || other === undefined) return need ?? other;
  return commonness(other) < commonness(need) ? other : need;
}

/** @returns the need of a text that has one of these, undefined where one says nothing */
export function anyOf(needs: readonly (Need | undefined)[]): Need | undefined {
  let signs = "";
  const words: string[] = [];
  for (const need of needs) {
    if (need === undefined) return undefined;
    signs += need.signs;
    words.push(...need.words);
  }
  return words.length > MAX_WORDS || signs.length > MAX_SIGNS ? undefined : { signs, words };
}

export function isWorthLooking(need: Need): boolean {
  return commonness(need) < TOO_COMMON;
}

/** About which share of the lines of code has it. */
function commonness({ signs, words }: Need): number {
  let share = 0;
  for (const sign of signs) share += /\s/.test(sign) ? 0.9 : /[a-z]/.test(sign) ? 0.4 : 0.15;
  for (const word of words) share += 0.4 * 0.2 ** (word.length - 1);
  return share;
}

/** Which characters of ASCII are in a text, a bit for each, by their codes. */
export type Signature = readonly [number, number, number, number];

/** A need as it is looked for. */
export interface SoughtNeed {
  readonly signs: Signature;
  readonly words: readonly string[];
}

/** Characters beyond ASCII count for nothing. */
export function signatureOf(text: string): Signature {
  const bits: [number, number, number, number] = [0, 0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 128) bits[code >> 5] = (bits[code >> 5] ?? 0) | (1 << (code & 31));
  }
  return bits;
}

export function hasOne(signature: Signature, signs: Signature): boolean {
  return (
    ((signature[0] & signs[0]) | (signature[1] & signs[1]) | (signature[2] & signs[2]) | (signature[3] & signs[3])) !==
    0
  );
}
