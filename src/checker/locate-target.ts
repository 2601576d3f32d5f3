import type { LinkPosition } from "../links/use.ts";

/**
 * Finds where the address of a link stands in its file.
 *
 * @param place where the link begins
 * @param isTaken true for an offset that belongs to another link
 * @returns its offset; undefined where the text says the address in another way, or in several places
 */
export function locateTarget(
  source: string,
  place: LinkPosition & { readonly target: string },
  isTaken: (offset: number) => boolean,
): number | undefined {
  const start = offsetOf(source, place);
  const rest = source.slice(start);
  const blank = rest.search(/\n[ \t]*\r?\n/);
  const block = blank < 0 ? rest : rest.slice(0, blank);
  const target = place.target.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  for (const pattern of [INLINE, ATTRIBUTE, QUOTED, VALUE]) {
    for (const match of block.matchAll(new RegExp(pattern(target), "g"))) {
      const offset = start + match.index + match[0].length;
      if (!isTaken(offset)) return offset;
    }
  }
  const definitions = [...source.matchAll(new RegExp(DEFINITION(target), "gm"))];
  const [only] = definitions;
  return only !== undefined && definitions.length === 1 ? only.index + only[0].length : undefined;
}

/** Each matches what stands before an address that ends where a link's does. */
const INLINE = (target: string) => `\\]\\(\\s*<?(?=${target}[\\s)>])`;
const ATTRIBUTE = (target: string) => `\\b(?:href|src)\\s*=\\s*["']?(?=${target}["'\\s>])`;
const QUOTED = (target: string) => `["'\`](?=${target}["'\`])`;
const VALUE = (target: string) => `:[ \\t]+(?=${target}[ \\t\\r]*(?:\\n|$))`;
const DEFINITION = (target: string) => `^[ \\t>]{0,12}\\[[^\\]\\n]+\\]:\\s*<?(?=${target}>?(?:\\s|$))`;

function offsetOf(source: string, { line, column }: LinkPosition): number {
  let start = 0;
  for (let number = 1; number < line; number++) {
    const end = source.indexOf("\n", start);
    if (end < 0) return source.length;
    start = end + 1;
  }
  return Math.min(start + column - 1, source.length);
}
