const MAX_LENGTH = 64;
const WORD = /[\p{L}\p{N}]+(?:[._/:'-]+[\p{L}\p{N}]+)*/gu;
const PARTS = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+|\p{N}+|\p{L}+/gu;

/**
 * Splits text into search tokens: whole words, identifiers whole (`xlsx.utils.json_to_sheet`), in
 * the pieces between their signs (`json`, `to`, `sheet`), and in those of camel case (`cell`, `dates`).
 */
export function tokenize(text: string): string[] {
  const tokens: string[] = [];
  for (const [word] of text.matchAll(WORD)) {
    const pieces = word.split(/[._/:'-]+/);
    const parts = pieces.flatMap((piece) => {
      const inner = piece.match(PARTS) ?? [];
      return inner.length > 1 ? [piece, ...inner] : [piece];
    });
    tokens.push(...(pieces.length > 1 ? [word, ...parts] : parts));
  }
  return tokens.map((token) => token.toLowerCase().slice(0, MAX_LENGTH));
}
