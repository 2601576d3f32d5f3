import { fold, foldWithPlaces, MARK, UNSPACED } from "../../search/fold.ts";
import type { Mark } from "../../search/teaser.ts";

/** Shorter terms are prefixes of too many words, and match whole words only. */
const PREFIX_LENGTH = 3;
const IN_WORD = new RegExp(`[\\p{L}\\p{N}]|${MARK}`, "u");
const REST = new RegExp(`(?:(?!${UNSPACED})[\\p{L}\\p{N}]|${MARK})*`, "uy");
/** Matches texts in scripts without spaces, where a word may begin at any letter. */
const HAS_UNSPACED = new RegExp(UNSPACED, "u");
/** Zero-width non-joiner. In Persian it separates the parts of a word. */
const NON_JOINER = "\u200c";

/**
 * Finds the words of a text that begin with a search term, in whatever form; pieces of identifiers are words too. A term
 * is a typed word or its stem: `library` matches `librari`.
 */
export function findWords(text: string, terms: readonly string[]): Mark[] {
  const pattern = termPattern(terms);
  if (pattern === undefined) return [];
  const { folded, placeOf } = foldWithPlaces(text);
  const marks: Mark[] = [];
  for (let match = pattern.exec(folded); match !== null; match = pattern.exec(folded)) {
    const [start] = placeOf(match.index);
    const [, end] = placeOf(match.index + match[0].length - 1);
    const isLetter = match.index === 0 || placeOf(match.index - 1)[0] < start;
    const last = isLetter ? wordEnd(text, [start, end], match[0]) : undefined;
    if (last !== undefined && last > (marks.at(-1)?.[1] ?? 0)) marks.push([start, last]);
    // Continue one character later, as indexed pairs of letters overlap. A surrogate pair is two code units.
    pattern.lastIndex = match.index + ((match[0].codePointAt(0) ?? 0) > 0xffff ? 2 : 1);
  }
  return joinIdentifiers(text, marks);
}

/** Merges adjacent pieces of an identifier: `sheet`, `to` and `json` of `sheet_to_json`. */
function joinIdentifiers(text: string, words: readonly Mark[]): Mark[] {
  const joined: Mark[] = [];
  for (const [start, end] of words) {
    const last = joined.at(-1);
    if (last === undefined || !/^[._/:-]{0,2}$/.test(text.slice(last[1], start))) joined.push([start, end]);
    else joined[joined.length - 1] = [last[0], end];
  }
  return joined;
}

function termPattern(terms: readonly string[]): RegExp | undefined {
  const wanted = [...new Set(terms.map(fold))].filter((term) => term !== "").sort((a, b) => b.length - a.length);
  const longer = wanted.filter((term) => term.length > 1);
  const parts = (longer.length > 0 ? longer : wanted).map((term) => {
    return term.replace(/[$()*+.?[\\\]^{|}/]/g, "\\$&").replace(/(..)i$/, "$1[iy]");
  });
  return parts.length === 0 ? undefined : new RegExp(parts.join("|"), "gu");
}

/** End of the word that begins with a match of a term; undefined if the match doesn't begin a word. */
function wordEnd(text: string, [start, end]: Mark, term: string): number | undefined {
  if (HAS_UNSPACED.test(term)) return end;
  if (!beginsWord(text, start)) return undefined;
  if (!IN_WORD.test(term.at(-1) ?? "")) return end;
  REST.lastIndex = end;
  const rest = REST.exec(text)?.[0] ?? "";
  if (rest === "" || term.length >= PREFIX_LENGTH) return end + rest.length;
  return beginsWord(text, end) ? end : undefined;
}

/** Whether a word begins here: after a non-alphanumeric character, or in an identifier where the kind changes. */
function beginsWord(text: string, at: number): boolean {
  const before = text[at - 1] ?? "";
  const first = text[at] ?? "";
  if (!IN_WORD.test(before) || !IN_WORD.test(first)) return true;
  if (before === NON_JOINER || HAS_UNSPACED.test(before)) return true;
  const isCamel = /\p{Lu}/u.test(first) && (!/\p{Lu}/u.test(before) || /\p{Ll}/u.test(text[at + 1] ?? ""));
  return isCamel || /\p{N}/u.test(first) !== /\p{N}/u.test(before);
}
