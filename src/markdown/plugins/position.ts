import type { MarkdownIt, Token } from "markdown-it";

/** Remembers for every inline token where in its block's text it began, so that messages have a column. */
export function positions(md: MarkdownIt): void {
  const Plain = md.inline.State;
  md.inline.State = class PositionedState extends Plain {
    override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
      const token = super.push(type, tag, nesting);
      token.meta = { offset: this.pos };
      return token;
    }
  };
}

/** Offset recorded for a token; 0 where none was. */
export function offsetOf(token: Token): number {
  const meta = token.meta as { offset?: number } | null;
  return meta?.offset ?? 0;
}
