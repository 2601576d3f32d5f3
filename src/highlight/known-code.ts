import { hash } from "node:crypto";
import type { Highlighted, Highlighter } from "./highlighter.ts";
import { codeKey } from "./names.ts";

/** Highlighted code of a page, by digest. */
export type HighlightedCode = Readonly<Record<string, Highlighted>>;

/** Most edits leave a page's code as it is: what was highlighted for its last version is looked up first. */
export function highlightKnown(
  highlighter: Highlighter,
  last: HighlightedCode,
): { readonly highlighter: Highlighter; readonly code: HighlightedCode } {
  const kept = new Map(Object.entries(last));
  const used: Record<string, Highlighted> = Object.create(null);
  return {
    highlighter: {
      ...highlighter,
      highlight: async (blocks) => {
        const keys = blocks.map((block) => hash("sha1", codeKey(block), "base64url"));
        const missing = blocks.filter((_, index) => !kept.has(keys[index] ?? ""));
        const made = await highlighter.highlight(missing);
        return blocks.map((block, index) => {
          const key = keys[index] ?? "";
          const lines = kept.get(key) ?? made[missing.indexOf(block)];
          used[key] = lines;
          return lines;
        });
      },
    },
    code: used,
  };
}
