import type { Token } from "markdown-it";

/** The plain text of inline tokens: without markup, images by their alternative text. */
export function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (["text", "code_inline", "text_special", "emoji"].includes(token.type)) return token.content;
      if (token.type === "softbreak" || token.type === "hardbreak") return " ";
      if (token.type === "image") return plainText(token.children ?? []);
      return "";
    })
    .join("")
    .trim();
}

/** The plain text of inline tokens; undefined if they may show more than that: HTML, emoji, formulas. */
export function textOnly(tokens: readonly Token[]): string | undefined {
  const isText = ({ type, nesting }: Token) => nesting !== 0 || TEXT_TYPES.includes(type);
  return tokens.every(isText) ? plainText(tokens) : undefined;
}

const TEXT_TYPES = ["text", "code_inline", "text_special", "softbreak", "hardbreak", "image"];

/** Removes links from inline tokens, for titles and the table of contents. */
export function withoutLinks(tokens: readonly Token[]): Token[] {
  return tokens.filter(({ type, content }) => {
    return !type.startsWith("link_") && !type.startsWith("footnote") && !/^<\/?a[\s>]/i.test(content);
  });
}
