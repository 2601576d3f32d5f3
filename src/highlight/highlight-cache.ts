import { hash } from "node:crypto";
import type { Highlighted, Highlighter } from "./highlighter.ts";
import { codeKey } from "./names.ts";

/** Highlighted code of a page, by digest. */
export type HighlightedCode = Readonly<Record<string, Highlighted>>;

/** Wraps a highlighter in a cache of the code of a page's last version: most edits leave a page's code unchanged. */
export function withHighlightCache(
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
