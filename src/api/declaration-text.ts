/** Syntax that the parser doesn't know and that declares nothing. */
const UNKNOWN = /\bexport as namespace \w+;?|\btype\s(?=\s*\w)(?<=\bexport\s*\{[^{};=]*)/g;
/** Strings, templates, and comments with the white space behind them. */
const COMMENT = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|(\/\*[\s\S]*?\*\/|\/\/.*)\s*/g;

/** The text of a file of declarations. */
export interface DeclarationText {
  readonly path: string;
  readonly source: string;
  /** Comments, by the offset of the code that follows. */
  readonly comments: ReadonlyMap<number, string>;
  /** The line of each offset. */
  readonly lines: Uint32Array;
}

/**
 * Prepares a file of declarations for the parser, which takes hundreds of comments in a type for nested code, and gives
 * up.
 *
 * @returns its text; `code`: without comments, with the same offsets
 */
export function declarationText(path: string, written: string): DeclarationText & { readonly code: string } {
  const blank = (text: string) => text.replaceAll(/./g, " ");
  const source = written.replace(UNKNOWN, blank);
  const comments = new Map<number, string>();
  const code = source.replace(COMMENT, (text: string, comment: string | undefined, offset: number) => {
    if (comment === undefined) return text;
    comments.set(offset + text.length, comment);
    return blank(text);
  });
  return { path, source, comments, lines: linesOf(source), code };
}

function linesOf(source: string): Uint32Array {
  const lines = new Uint32Array(source.length + 1).fill(1);
  for (let at = 0; at < source.length; at++) lines[at + 1] = (lines[at] ?? 1) + (source[at] === "\n" ? 1 : 0);
  return lines;
}
