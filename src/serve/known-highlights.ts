import type { Highlighter } from "../markdown/highlight/highlighter.ts";

/** Blocks kept: those of the pages that are being written, with room for long ones. */
const MAX_BLOCKS = 2000;

/** A highlighter that knows what it has highlighted: an edit seldom touches more than one block of a page. */
export function rememberHighlights(highlighter: Highlighter): Highlighter {
  const known = new Map<string, readonly string[] | undefined>();
  return {
    ...highlighter,
    highlight: (code, language) => {
      const key = `${language}\n${code}`;
      const lines = known.has(key) ? known.get(key) : highlighter.highlight(code, language);
      // What was used last is let go last.
      known.delete(key);
      known.set(key, lines);
      const [oldest] = known.keys();
      if (known.size > MAX_BLOCKS && oldest !== undefined) known.delete(oldest);
      return lines;
    },
  };
}
