/** A search term and the characters of the text that it came from. */
export interface Token {
  readonly term: string;
  readonly start: number;
  readonly end: number;
}

const MAX_LENGTH = 64;
const WORD = /[\p{L}\p{N}]+(?:[._/:'-]+[\p{L}\p{N}]+)*/gu;
const PARTS = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+|\p{N}+|\p{L}+/gu;
const PIECES = /[^._/:'-]+/g;

/**
 * Splits text into search tokens: whole words, identifiers whole (`xlsx.utils.json_to_sheet`), in
 * the pieces between their signs (`json`, `to`, `sheet`), and in those of camel case (`cell`, `dates`).
 */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const add = (term: string, start: number) =>
    tokens.push({ term: term.toLowerCase().slice(0, MAX_LENGTH), start, end: start + term.length });
  for (const match of text.matchAll(WORD)) {
    const pieces = [...match[0].matchAll(PIECES)];
    if (pieces.length > 1) add(match[0], match.index);
    for (const piece of pieces) {
      const start = match.index + piece.index;
      add(piece[0], start);
      const parts = [...piece[0].matchAll(PARTS)];
      if (parts.length > 1) for (const part of parts) add(part[0], start + part.index);
    }
  }
  return tokens;
}

/** The terms of a text alone, in their order. */
export function tokenize(text: string): string[] {
  return tokensOf(text).map(({ term }) => term);
}
