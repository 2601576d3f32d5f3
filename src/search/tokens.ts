import { once } from "../shared/once.ts";
import { detachString } from "../shared/text.ts";
import { ASCII, fold, HAS_UNSPACED, lettersOf, MARK, UNSPACED } from "./fold.ts";

/** A search term and its range of characters in the text. */
export interface Token {
  readonly term: string;
  readonly start: number;
  readonly end: number;
}

/** A word and its components: the pieces of an identifier, or the parts of a piece. */
export interface Word extends Token {
  readonly parts: readonly Word[];
  /** The term with its leading or trailing punctuation (`!merges`, `c++`), if it has any. */
  readonly signed?: string;
  /** Split off at camel case or before digits: counts less than a word that stands alone. */
  readonly isFragment: boolean;
}

/** Maximum length of a term: longer ones are cut, so that data in code doesn't fill the index. */
const MAX_TERM = 64;
/**
 * Maximum length and number of pieces of an identifier: longer ones are web addresses, of which only the pieces are
 * indexed.
 */
const MAX_WHOLE = 40;
const MAX_WHOLE_PIECES = 4;

const PIECE = `(?:[\\p{L}\\p{N}_]${MARK}*)+`;
/** A word is also a run of `#` signs, which a cell shows that is too narrow. */
const WORD = new RegExp(`#{3,}|[!$@#.]?${PIECE}(?:[-./:]${PIECE})*(?:(?:\\+\\+|#)(?![\\p{L}\\p{N}_]))?`, "gu");
/** The same for ASCII texts, for which V8 generates much less code. */
const ASCII_WORD = /#{3,}|[!$@#.]?\w+(?:[-./:]\w+)*(?:(?:\+\+|#)(?!\w))?/g;
/** After one of these, a dot belongs to a call or an ellipsis, not to a word such as `.json`. */
const CALLEE_END = /[)\]}.]/;
const SIGNS = /^([!$@#.]?)(.*?)(\+\+|#)?$/s;
const NUMERIC = /^[\p{N}./:_-]+$/u;
const ASCII_NUMERIC = /^[\d./:_-]+$/;
const PIECES = /[^./:]+/g;
/** The versions in a word, as in `xlsx-0.20.3.tgz`. */
const VERSIONS = /\d+(?:\.\d+)+/g;
/** A version with a letter, of which only the number is a part. */
const LETTERED = /^v\d+(?:\.\d+)+$/i;
/** Separators of parts include the zero-width non-joiner, as Persian has it between the parts of a word. */
const PARTS = /[^-_\u200c]+/g;
const ASCII_HUMPS = /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+[0-9]*|[A-Z]+[0-9]*|[0-9]+/g;
const [UPPER, LOWER] = [`\\p{Lu}${MARK}*`, `\\p{Ll}${MARK}*`];
const HUMPS = new RegExp(
  [
    `(?:${UPPER})+(?=${UPPER}\\p{Ll})`,
    `(?:${UPPER})?(?:${LOWER})+\\p{N}*`,
    `(?:${UPPER})+\\p{N}*`,
    "\\p{N}+",
    `(?:\\p{L}${MARK}*)+`,
  ].join("|"),
  "gu",
);
/** A word that ends in a year or another long number, which is split off; `base64` and `crc32` stay whole. */
const NUMBERED = /^(\p{L}+)(\p{N}{3,})$/u;
const ASCII_NUMBERED = /^([a-zA-Z]+)(\d{3,})$/;
const UNSPACED_RUN = new RegExp(`(?:${UNSPACED}${MARK}*)+`, "gu");

/** Size limit of a cache of split words: enough for all frequent words. */
const MAX_CACHED_WORDS = 20_000;

/** Matches most words: those with neither punctuation nor parts. A fast path. */
const PLAIN = /^[A-Z]?[a-z]+$/;

/** Splits a text into words; identifiers stay whole and list their pieces, split at `. _ / : -` and at camel case. */
export function wordsOf(text: string): Word[] {
  const isAscii = ASCII.test(text);
  const words = [...text.matchAll(isAscii ? ASCII_WORD : WORD)].flatMap(({ 0: match, index }) => {
    if (PLAIN.test(match)) return [word(match, index, [])];
    if (match.startsWith("##")) return [{ ...word("###", index, []), end: index + match.length }];
    const [, before = "", whole = "", after = ""] = SIGNS.exec(match) ?? [];
    const sign = before === "." && CALLEE_END.test(text.charAt(index - 1)) ? "" : before;
    const signed = sign + after === "" ? undefined : normalize(sign + whole + after);
    const start = index + before.length;
    if ((isAscii ? ASCII_NUMERIC : NUMERIC).test(whole)) return [word(whole, start, [], signed)];
    const versions = whole.includes(".") ? split(whole, start, VERSIONS, (version, at) => [fragment(version, at)]) : [];
    const isPieced = versions.length === 0 || !LETTERED.test(whole);
    const pieces = isPieced ? split(whole, start, PIECES, (piece, at) => [identifier(piece, at)]) : [];
    const parts = versions.length === 0 ? pieces : [...pieces, ...versions];
    if (whole.length > MAX_WHOLE || pieces.length > MAX_WHOLE_PIECES) return parts;
    return [combine(whole, start, parts, signed)];
  });
  // A character that only stretches others (Arabic tatweel) is no word by itself.
  return isAscii ? words : words.filter(({ term }) => term !== "");
}

/** Search terms of a text: each word whole, then its pieces and parts. */
export function tokensOf(text: string): Token[] {
  return wordsOf(text).flatMap(flatten);
}

/** Search terms of the runs between spaces that were read: the same ones occur in many texts. */
const tokensByRun = new Map<string, readonly Token[]>();

/** Search terms of a run of characters without spaces. */
export function tokensOfRun(run: string): readonly Token[] {
  return remember(tokensByRun, run, tokensOf);
}

function remember<T>(cache: Map<string, T>, written: string, read: (written: string) => T): T {
  const before = cache.get(written);
  if (before !== undefined) return before;
  const value = read(written);
  if (cache.size === MAX_CACHED_WORDS) cache.clear();
  cache.set(detachString(written), value);
  return value;
}

/** The terms of a text, in order. */
export function tokenize(text: string): string[] {
  return tokensOf(text).map(({ term }) => term);
}

/** The term of a name, with its punctuation and without its parts; undefined for a name of several words. */
export function nameTerm(name: string): string | undefined {
  const [word, ...others] = wordsOf(name);
  return others.length > 0 ? undefined : (word?.signed ?? word?.term);
}

/** A term of a word, and how much it counts: parts split off at camel case count half. */
export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

// A dot after a call isn't part of a word. Built at run time: some browsers that search can't parse a lookbehind.
const indexedWord = once(() => {
  const behind = (pattern: RegExp) =>
    new RegExp(pattern.source.replace("[!$@#.]?", `(?:[!$@#]|(?<!${CALLEE_END.source})\\.)?`), pattern.flags);
  return { any: behind(WORD), ascii: behind(ASCII_WORD) };
});
/** The terms of words that were read: a few of them make up most of a site. */
const termsByWord = new Map<string, readonly WeightedTerm[]>();

/** Calls a function with each term of a text. */
export function forEachTerm(text: string, use: (term: WeightedTerm) => void): void {
  const { any, ascii } = indexedWord();
  for (const written of text.match(ASCII.test(text) ? ascii : any) ?? []) {
    for (const term of remember(termsByWord, written, readTerms)) use(term);
  }
}

function readTerms(written: string): readonly WeightedTerm[] {
  return PLAIN.test(written) ? [{ term: normalize(written), weight: 1 }] : wordsOf(written).flatMap(weighted);
}

function weighted({ term, signed, parts, isFragment }: Word): WeightedTerm[] {
  const whole = { term: detachString(term), weight: isFragment ? 0.5 : 1 };
  return [whole, ...(signed === undefined ? [] : [{ term: signed, weight: 1 }]), ...parts.flatMap(weighted)];
}

/** Normalises a word to a term. */
export function normalize(text: string): string {
  return fold(text).slice(0, MAX_TERM);
}

function flatten(token: Word): Token[] {
  const { start, end, signed, parts } = token;
  const terms = signed === undefined ? [token.term] : [token.term, signed];
  return [...terms.map((term) => ({ term, start, end })), ...parts.flatMap(flatten)];
}

function identifier(text: string, start: number): Word {
  return combine(text, start, split(text, start, PARTS, splitScripts));
}

function splitScripts(text: string, start: number): Word[] {
  if (ASCII.test(text) || !HAS_UNSPACED.test(text)) return [humps(text, start)];
  const words: Word[] = [];
  let last = 0;
  const latin = (end: number) => end > last && words.push(humps(text.slice(last, end), start + last));
  for (const { 0: run, index } of text.matchAll(UNSPACED_RUN)) {
    latin(index);
    words.push(...bigrams(run, start + index));
    last = index + run.length;
  }
  latin(text.length);
  return words;
}

function bigrams(run: string, start: number): Word[] {
  const characters = lettersOf(run);
  if (characters.length === 1) return [word(run, start, [])];
  let at = start;
  return characters.slice(1).map((next, index) => {
    const character = characters[index] ?? "";
    const pair = word(character + next, at, []);
    at += character.length;
    return pair;
  });
}

function humps(text: string, start: number): Word {
  if (PLAIN.test(text)) return word(text, start, []);
  const isAscii = ASCII.test(text);
  const parts = split(text, start, isAscii ? ASCII_HUMPS : HUMPS, (hump, at) => {
    const [, name, digits] = (isAscii ? ASCII_NUMBERED : NUMBERED).exec(hump) ?? [];
    if (name !== undefined && digits !== undefined) return [fragment(name, at), fragment(digits, at + name.length)];
    // Single letters from camel case carry no meaning.
    return hump.length === 1 && ASCII.test(hump) ? [] : [fragment(hump, at)];
  });
  return combine(text, start, parts);
}

/** @param pattern global; the text between two matches holds no further part */
function split(text: string, start: number, pattern: RegExp, make: (part: string, start: number) => Word[]): Word[] {
  const words: Word[] = [];
  let at = 0;
  for (const part of text.match(pattern) ?? []) {
    at = text.indexOf(part, at);
    for (const word of make(part, start + at)) if (word.term !== "") words.push(word);
    at += part.length;
  }
  return words;
}

/** A word with parts; a word whose only part is itself is that part. */
function combine(text: string, start: number, parts: readonly Word[], signed?: string): Word {
  const [only] = parts;
  if (parts.length === 1 && only?.start === start && only.end === start + text.length) {
    const whole = only.isFragment ? { ...only, isFragment: false } : only;
    return signed === undefined ? whole : { ...whole, signed };
  }
  return word(text, start, parts, signed);
}

function word(text: string, start: number, parts: readonly Word[], signed?: string): Word {
  const end = start + text.length;
  const term = normalize(text);
  return signed === undefined
    ? { term, start, end, parts, isFragment: false }
    : { term, start, end, parts, isFragment: false, signed };
}

function fragment(text: string, start: number): Word {
  return { ...word(text, start, []), isFragment: true };
}
