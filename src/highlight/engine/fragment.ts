import { type AsciiSet, rangesOf } from "./ascii-set.ts";
import { type Prefilter, prefilterOfChars } from "./prefilter.ts";

/** A part of a pattern, translated to JavaScript. */
export interface RegexFragment {
  readonly js: string;
  /** Whether it can match the empty text. */
  readonly canBeEmpty: boolean;
  readonly prefilter: Prefilter | undefined;
  /** Whether it begins with a repeated dot. */
  readonly beginsWithDots: boolean;
}

/** Wraps a fragment in a group, so that it can be combined with others. */
export function grouped(fragment: RegexFragment): RegexFragment {
  return { ...fragment, js: `(?:${fragment.js})` };
}

/** Matches one character of a set. */
export function oneOf(set: AsciiSet): RegexFragment {
  const ranges = rangesOf(set);
  const js = ranges.map(([from, to]) => (from === to ? escaped(from) : `${escaped(from)}-${escaped(to)}`)).join("");
  return consuming(/^(?:\w|\\x\w\w)$/.test(js) ? js : `[${js}]`, prefilterOfChars(set));
}

/** A fragment that consumes characters. */
export function consuming(js: string, prefilter: Prefilter | undefined): RegexFragment {
  return { js, canBeEmpty: false, prefilter, beginsWithDots: false };
}

/** A zero-width assertion. */
export function asserting(js: string, prefilter: Prefilter | undefined): RegexFragment {
  return { js, canBeEmpty: true, prefilter, beginsWithDots: false };
}

function escaped(code: number): string {
  const sign = String.fromCharCode(code);
  return /\w/.test(sign) ? sign : `\\x${code.toString(16).padStart(2, "0")}`;
}
