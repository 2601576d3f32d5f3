import type { Place } from "../shared/problem.ts";
import { escapePattern } from "../shared/text.ts";

/**
 * Finds the target of a link in its file.
 *
 * @param place start of the link
 * @param isTaken whether an offset belongs to another link
 * @returns its offset; undefined if it is written differently or ambiguous
 */
export function locateTarget(
  source: string,
  place: Place & { readonly target: string },
  isTaken: (offset: number) => boolean,
): number | undefined {
  const start = offsetOf(source, place);
  const rest = source.slice(start);
  const blank = rest.search(/\n[ \t]*\r?\n/);
  const block = blank < 0 ? rest : rest.slice(0, blank);
  const target = escapePattern(place.target);
  for (const pattern of [INLINE, ATTRIBUTE, CANDIDATE, QUOTED, VALUE]) {
    for (const match of block.matchAll(new RegExp(pattern(target), "g"))) {
      const offset = start + match.index + match[0].length;
      if (!isTaken(offset)) return offset;
    }
  }
  const definitions = [...source.matchAll(new RegExp(DEFINITION(target), "gm"))];
  const [only] = definitions;
  return only !== undefined && definitions.length === 1 ? only.index + only[0].length : undefined;
}

/** Patterns for the text before a target, in the forms in which links are written. */
const INLINE = (target: string) => `\\]\\(\\s*<?(?=${target}[\\s)>])`;
const ATTRIBUTE = (target: string) => `\\b(?:href|src|poster|data)\\s*=\\s*["']?(?=${target}["'\\s>])`;
const CANDIDATE = (target: string) => `\\bsrc[sS]et\\s*=\\s*["'][^"'>]*?(?<=["'\\s,])(?=${target}[\\s,"'])`;
const QUOTED = (target: string) => `["'\`](?=${target}["'\`])`;
const VALUE = (target: string) => `:[ \\t]+(?=${target}[ \\t\\r]*(?:\\n|$))`;
const DEFINITION = (target: string) => `^[ \\t>]{0,12}\\[[^\\]\\n]+\\]:\\s*<?(?=${target}>?(?:\\s|$))`;

function offsetOf(source: string, { line, column }: Place): number {
  let start = 0;
  for (let number = 1; number < line; number++) {
    const end = source.indexOf("\n", start);
    if (end < 0) return source.length;
    start = end + 1;
  }
  return Math.min(start + column - 1, source.length);
}
