import { ownText } from "../shared/text.ts";

/** A search term, and the characters of the text that it came from. */
export interface Token {
  readonly term: string;
  readonly start: number;
  readonly end: number;
}

/** A word with what it is made of: an identifier's pieces, a piece's parts. */
export interface Word extends Token {
  readonly parts: readonly Word[];
  /** The term with the signs that begin or end it (`!merges`, `c++`), where there are any. */
  readonly signed?: string;
  /** Split off at camel case or before digits: less of a word than one that stands by itself. */
  readonly isFragment: boolean;
}

/** Longer terms are cut: nobody types them, and data in code shouldn't fill the index. */
const MAX_TERM = 64;
/** Longer or deeper identifiers are addresses of the web: indexed by their pieces only. */
const MAX_WHOLE = 40;
const MAX_WHOLE_PIECES = 4;

const WORD =
  /[!$@#.]?[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*(?:[-./:][\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*)*(?:(?:\+\+|#)(?![\p{L}\p{N}_]))?/gu;
/** The same in texts of ASCII, for which V8 makes much less code. */
const ASCII_WORD = /[!$@#.]?\w+(?:[-./:]\w+)*(?:(?:\+\+|#)(?!\w))?/g;
/** Before a dot: the dot is a call's or an ellipsis', not that of `.xlsx`. */
const CALLED = /[)\]}.]/;
const SIGNS = /^([!$@#.]?)(.*?)(\+\+|#)?$/s;
const NUMERIC = /^[\p{N}./:_-]+$/u;
const ASCII_NUMERIC = /^[\d./:_-]+$/;
const PIECES = /[^./:]+/g;
const PARTS = /[^-_]+/g;
const ASCII_HUMPS = /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+[0-9]*|[A-Z]+[0-9]*|[0-9]+/g;
const HUMPS =
  /(?:\p{Lu}\p{M}*)+(?=\p{Lu}\p{M}*\p{Ll})|(?:\p{Lu}\p{M}*)?(?:\p{Ll}\p{M}*)+\p{N}*|(?:\p{Lu}\p{M}*)+\p{N}*|\p{N}+|[\p{L}\p{M}]+/gu;
/** A year or another long number at the end is worth finding; `base64` and `crc32` are words. */
const NUMBERED = /^(\p{L}+)(\p{N}{3,})$/u;
const ASCII_NUMBERED = /^([a-zA-Z]+)(\d{3,})$/;
/** Writing without spaces between words. */
const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]+/gu;
const HAS_CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const ASCII = /^\p{ASCII}*$/u;

/** Words of which it is remembered what they are made of: enough for those that come again and again. */
const MOST_KNOWN = 20_000;

/** Most words, which have no signs and no parts: a short cut. */
const PLAIN = /^[A-Z]?[a-z]+$/;

/** Finds the words of a text; identifiers stay whole and tell their pieces, split at `. _ / : -` and at camel case. */
export function wordsOf(text: string): Word[] {
  const isAscii = ASCII.test(text);
  return [...text.matchAll(isAscii ? ASCII_WORD : WORD)].flatMap(({ 0: match, index }) => {
    if (PLAIN.test(match)) return [word(match, index, [])];
    const [, before = "", whole = "", after = ""] = SIGNS.exec(match) ?? [];
    const sign = before === "." && CALLED.test(text.charAt(index - 1)) ? "" : before;
    const signed = sign + after === "" ? undefined : normalize(sign + whole + after);
    const start = index + before.length;
    if ((isAscii ? ASCII_NUMERIC : NUMERIC).test(whole)) return [word(whole, start, [], signed)];
    const pieces = split(whole, start, PIECES, (piece, at) => [identifier(piece, at)]);
    if (whole.length > MAX_WHOLE || pieces.length > MAX_WHOLE_PIECES) return pieces;
    return [combine(whole, start, pieces, signed)];
  });
}

/** Search terms of a text: each word whole, then its pieces and parts. */
export function tokensOf(text: string): Token[] {
  return wordsOf(text).flatMap(flatten);
}

/** The terms of a text alone, in their order. */
export function tokenize(text: string): string[] {
  return tokensOf(text).map(({ term }) => term);
}

/** The term of a name as such, with its signs and without its parts; none where it is made of several words. */
export function nameTerm(name: string): string | undefined {
  const [word, ...others] = wordsOf(name);
  return others.length > 0 ? undefined : (word?.signed ?? word?.term);
}

/**
 * Makes a function that gives what a text's terms stand for, with how much each counts: what is split
 * off at camel case counts half. It remembers words, since few of them make up most of a site.
 *
 * @param keep gives what stands for a term; called once for each word that holds it
 */
export function createTermReader<T>(
  keep: (term: string) => T,
): (text: string, give: (kept: T, weight: number) => void) => void {
  // Behind what it calls a dot is none of a word's signs. Made here, as some browsers that search can't read them.
  const [wordPattern, asciiPattern] = [WORD, ASCII_WORD].map(({ source, flags }) => {
    return new RegExp(source.replace("[!$@#.]?", `(?:[!$@#]|(?<!${CALLED.source})\\.)?`), flags);
  }) as [RegExp, RegExp];
  const known = new Map<string, readonly KeptTerm<T>[]>();
  const addTerms = (terms: KeptTerm<T>[], { term, signed, parts, isFragment }: Word) => {
    terms.push({ kept: keep(term), weight: isFragment ? 0.5 : 1 });
    if (signed !== undefined) terms.push({ kept: keep(signed), weight: 1 });
    for (const part of parts) addTerms(terms, part);
  };
  const read = (written: string): readonly KeptTerm<T>[] => {
    const terms: KeptTerm<T>[] = [];
    if (PLAIN.test(written)) terms.push({ kept: keep(normalize(written)), weight: 1 });
    else for (const word of wordsOf(written)) addTerms(terms, word);
    if (known.size === MOST_KNOWN) known.clear();
    known.set(ownText(written), terms);
    return terms;
  };
  return (text, give) => {
    for (const written of text.match(ASCII.test(text) ? asciiPattern : wordPattern) ?? []) {
      const terms = known.get(written) ?? read(written);
      for (let at = 0; at < terms.length; at++) {
        const { kept, weight } = terms[at] as KeptTerm<T>;
        give(kept, weight);
      }
    }
  };
}

interface KeptTerm<T> {
  readonly kept: T;
  readonly weight: number;
}

/** Brings a word into the form that terms have: lower case, without accents, of one width. */
export function normalize(text: string): string {
  const lower = text.toLowerCase();
  const plain = ASCII.test(lower)
    ? lower
    : lower
        .normalize("NFKD")
        .replace(/[\u0300-\u036f\s]/g, "")
        .normalize("NFKC")
        .toLowerCase();
  return plain.slice(0, MAX_TERM);
}

function flatten(one: Word): Token[] {
  const { term, start, end, signed, parts } = one;
  const own =
    signed === undefined
      ? [{ term, start, end }]
      : [
          { term, start, end },
          { term: signed, start, end },
        ];
  return [...own, ...parts.flatMap(flatten)];
}

function identifier(text: string, start: number): Word {
  return combine(text, start, split(text, start, PARTS, splitScripts));
}

function splitScripts(text: string, start: number): Word[] {
  if (ASCII.test(text) || !HAS_CJK.test(text)) return [humps(text, start)];
  const words: Word[] = [];
  let last = 0;
  const latin = (end: number) => end > last && words.push(humps(text.slice(last, end), start + last));
  for (const { 0: run, index } of text.matchAll(CJK)) {
    latin(index);
    words.push(...bigrams(run, start + index));
    last = index + run.length;
  }
  latin(text.length);
  return words;
}

function bigrams(run: string, start: number): Word[] {
  const characters = [...run];
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
    if (name === undefined || digits === undefined) return isShort(hump) ? [] : [fragment(hump, at)];
    return [fragment(name, at), fragment(digits, at + name.length)];
  });
  return combine(text, start, parts);
}

/** Single letters of camel case say nothing. */
function isShort(text: string): boolean {
  return text.length === 1 && ASCII.test(text);
}

/** @param pattern global; what stands between two parts holds nothing like a part */
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

/** A word of parts; one that has no other part than itself is that part. */
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
