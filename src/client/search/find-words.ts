/** A range of characters; the end is exclusive. */
export type Span = readonly [start: number, end: number];

/** Shorter terms are prefixes of too many words, and match whole words only. */
const PREFIX_LENGTH = 3;
const IN_WORD = /[\p{L}\p{N}]/u;
const REST = /[\p{L}\p{N}]*/uy;
/** Scripts without spaces: a word may begin anywhere. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * Finds the words of a text that begin with a search term, ignoring case; pieces of identifiers are words too. A term
 * is a typed word or its stem: `library` matches `librari`.
 */
export function findWords(text: string, terms: readonly string[]): Span[] {
  const pattern = termPattern(terms);
  if (pattern === undefined) return [];
  const plain = withoutAccents(text);
  const found: Span[] = [];
  for (let match = pattern.exec(plain); match !== null; match = pattern.exec(plain)) {
    const end = wordEnd(plain, match.index, match[0]);
    pattern.lastIndex = end ?? match.index + 1;
    if (end !== undefined) found.push([match.index, end]);
  }
  return joinIdentifiers(text, found);
}

/** Removes accents, as in terms, and keeps the offsets of characters. */
function withoutAccents(text: string): string {
  return text.replace(/[\u00c0-\u024f\u1e00-\u1eff]/g, (letter) => letter.normalize("NFD").charAt(0));
}

/** Merges adjacent pieces of an identifier: `sheet`, `to` and `json` of `sheet_to_json`. */
function joinIdentifiers(text: string, words: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const [start, end] of words) {
    const last = joined.at(-1);
    if (last === undefined || !/^[._/:-]{0,2}$/.test(text.slice(last[1], start))) joined.push([start, end]);
    else joined[joined.length - 1] = [last[0], end];
  }
  return joined;
}

function termPattern(terms: readonly string[]): RegExp | undefined {
  const wanted = [...new Set(terms.map(withoutAccents))]
    .filter((term) => term !== "")
    .sort((a, b) => b.length - a.length);
  const longer = wanted.filter((term) => term.length > 1);
  const parts = (longer.length > 0 ? longer : wanted).map((term) => {
    return term.replace(/[$()*+.?[\\\]^{|}/]/g, "\\$&").replace(/(?<=..)i$/, "[iy]");
  });
  return parts.length === 0 ? undefined : new RegExp(parts.join("|"), "giu");
}

/** End of the word that begins with a match; undefined if the match doesn't begin a word. */
function wordEnd(text: string, start: number, match: string): number | undefined {
  const end = start + match.length;
  if (UNSPACED.test(match)) return end;
  if (!beginsWord(text, start)) return undefined;
  if (!IN_WORD.test(match.at(-1) ?? "")) return end;
  REST.lastIndex = end;
  const rest = REST.exec(text)?.[0] ?? "";
  if (rest === "" || match.length >= PREFIX_LENGTH) return end + rest.length;
  return beginsWord(text, end) ? end : undefined;
}

/** Whether a word begins here: after a non-alphanumeric character, or in an identifier where the kind changes. */
function beginsWord(text: string, at: number): boolean {
  const before = text[at - 1] ?? "";
  const first = text[at] ?? "";
  if (!IN_WORD.test(before) || !IN_WORD.test(first)) return true;
  const isCamel = /\p{Lu}/u.test(first) && (!/\p{Lu}/u.test(before) || /\p{Ll}/u.test(text[at + 1] ?? ""));
  return isCamel || /\p{N}/u.test(first) !== /\p{N}/u.test(before);
}
