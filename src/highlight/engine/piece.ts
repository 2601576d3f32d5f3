import { type AsciiSet, rangesOf } from "./ascii-set.ts";
import { type Need, needOfSigns } from "./need.ts";

/** Some of a pattern, in JavaScript. */
export interface Piece {
  readonly js: string;
  /** Whether it may match nothing at all. */
  readonly mayBeEmpty: boolean;
  readonly need: Need | undefined;
  /** Whether what it takes first may be any number of any characters. */
  readonly beginsAnywhere: boolean;
}

/** The same as one, for what stands beside it. */
export function grouped(piece: Piece): Piece {
  return { ...piece, js: `(?:${piece.js})` };
}

/** Takes one sign of a set. */
export function oneOf(set: AsciiSet): Piece {
  const ranges = rangesOf(set);
  const js = ranges.map(([from, to]) => (from === to ? escaped(from) : `${escaped(from)}-${escaped(to)}`)).join("");
  return consuming(/^(?:\w|\\x\w\w)$/.test(js) ? js : `[${js}]`, needOfSigns(set));
}

/** Takes some of the text. */
export function consuming(js: string, need: Need | undefined): Piece {
  return { js, mayBeEmpty: false, need, beginsAnywhere: false };
}

/** Takes nothing of the text. */
export function asserting(js: string, need: Need | undefined): Piece {
  return { js, mayBeEmpty: true, need, beginsAnywhere: false };
}

function escaped(code: number): string {
  const sign = String.fromCharCode(code);
  return /\w/.test(sign) ? sign : `\\x${code.toString(16).padStart(2, "0")}`;
}
