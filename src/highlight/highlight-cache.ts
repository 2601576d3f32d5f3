import { hash } from "node:crypto";
import { codeKey } from "./code-language.ts";
import type { Highlighted, Highlighter } from "./highlighter.ts";

/** Lines of HTML by the digest of their code. Errors are not kept: JSON can't hold them, and they may not occur again. */
export type CodeByDigest = Readonly<Record<string, Exclude<Highlighted, Error>>>;

/** Wraps a highlighter in a cache of the code of a page's last version: most edits leave a page's code unchanged. */
export function withHighlightCache(
  highlighter: Highlighter,
  last: CodeByDigest,
): { readonly highlighter: Highlighter; readonly code: CodeByDigest } {
  const cache = new Map<string, Highlighted>(Object.entries(last));
  const used: Record<string, Exclude<Highlighted, Error>> = Object.create(null);
  return {
    highlighter: {
      ...highlighter,
      highlight: async (blocks) => {
        const keys = blocks.map((block) => hash("sha1", codeKey(block), "base64url"));
        const missing = new Map(blocks.map((block, index) => [keys[index] ?? "", block] as const));
        for (const key of missing.keys()) if (cache.has(key)) missing.delete(key);
        const results = await highlighter.highlight([...missing.values()]);
        for (const [index, key] of [...missing.keys()].entries()) cache.set(key, results[index]);
        for (const key of keys) {
          const result = cache.get(key);
          if (!(result instanceof Error)) used[key] = result;
        }
        return keys.map((key) => cache.get(key));
      },
    },
    code: used,
  };
}
