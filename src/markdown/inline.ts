import type { Token } from "markdown-it";

/** Text of inline tokens as a reader sees it: no marks, no tags, pictures by their alternative text. */
export function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === "text" || token.type === "code_inline" || token.type === "text_special") return token.content;
      if (token.type === "softbreak" || token.type === "hardbreak") return " ";
      if (token.type === "image") return plainText(token.children ?? []);
      return "";
    })
    .join("")
    .trim();
}

/** The same, or undefined where something is among them that may show more than its text: HTML, an emoji, a formula. */
export function wholeText(tokens: readonly Token[]): string | undefined {
  const isText = ({ type, nesting }: Token) => nesting !== 0 || TEXT_TYPES.includes(type);
  return tokens.every(isText) ? plainText(tokens) : undefined;
}

const TEXT_TYPES = ["text", "code_inline", "text_special", "softbreak", "hardbreak", "image"];

/** Inline tokens for places where a link cannot stand: the title, the table of contents. */
export function withoutLinks(tokens: readonly Token[]): Token[] {
  return tokens.filter(({ type, content }) => {
    return !type.startsWith("link_") && !type.startsWith("footnote") && !/^<\/?a[\s>]/i.test(content);
  });
}
