import type { Highlighted, Highlighter } from "../markdown/highlight/highlighter.ts";

/** Blocks kept: those of the pages that are being written, with room for long ones. */
const MAX_BLOCKS = 2000;

/** A highlighter that knows what it has highlighted: an edit seldom touches more than one block of a page. */
export function rememberHighlights(highlighter: Highlighter): Highlighter {
  const known = new Map<string, Highlighted>();
  const keep = (key: string, lines: Highlighted) => {
    // What was used last is let go last; what the machine did wrong may go right the next time.
    known.delete(key);
    if (!(lines instanceof Error)) known.set(key, lines);
    const [oldest] = known.keys();
    if (known.size > MAX_BLOCKS && oldest !== undefined) known.delete(oldest);
    return lines;
  };
  return {
    ...highlighter,
    highlight: async (blocks) => {
      const keys = blocks.map(({ language, code }) => `${language}\n${code}`);
      const missing = blocks.filter((_, index) => !known.has(keys[index] ?? ""));
      const made = missing.length === 0 ? [] : await highlighter.highlight(missing);
      return blocks.map((block, index) => {
        const key = keys[index] ?? "";
        const at = missing.indexOf(block);
        return keep(key, at < 0 ? known.get(key) : made[at]);
      });
    },
  };
}
