import type { Env, MarkdownIt, Token } from "markdown-it";
import type { TocEntry } from "./document.ts";
import { attribute } from "./env.ts";
import { withoutComponents, withoutLinks } from "./inline.ts";

/** The headings of a page in their order. */
export function collectToc(md: MarkdownIt, tokens: readonly Token[], env: Env): TocEntry[] {
  return tokens.flatMap((token, index) => {
    const level = token.type === "heading_open" ? Number(token.tag.slice(1)) : 0;
    const inline = tokens[index + 1];
    if (level === 0 || inline === undefined) return [];
    const html = md.renderer
      .renderInline(withoutComponents(withoutLinks(inline.children ?? [])), md.options as never, env)
      .trim();
    return [{ level, id: attribute(token, "id"), html }];
  });
}
