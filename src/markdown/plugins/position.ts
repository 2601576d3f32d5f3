import type { MarkdownIt, Token } from "markdown-it";
import { type PageEnv, pageOf } from "../env.ts";

/** Remembers for every inline token where in its block's text it began, so that messages have a column. */
export function positions(md: MarkdownIt): void {
  const Plain = md.inline.State;
  md.inline.State = class PositionedState extends Plain {
    override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
      const token = super.push(type, tag, nesting);
      pageOf(this.env).offsets.set(token, this.pos);
      return token;
    }
  };
}

/** Offset recorded for a token; 0 where none was. */
export function offsetOf(page: PageEnv, token: Token): number {
  return page.offsets.get(token) ?? 0;
}
