import type { MarkdownIt, Token } from "markdown-it";
import { type PageEnv, pageOf } from "../env.ts";

/** Records the offset of every inline token in its block's text, so that messages have a column. */
export function recordOffsets(md: MarkdownIt): void {
  const Plain = md.inline.State;
  md.inline.State = class PositionedState extends Plain {
    override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
      const token = super.push(type, tag, nesting);
      pageOf(this.env).offsets.set(token, this.pos);
      return token;
    }
  };
}

/** Recorded offset of a token; 0 by default. */
export function offsetOf(page: PageEnv, token: Token): number {
  return page.offsets.get(token) ?? 0;
}
