import type { Token } from "markdown-it";

/** The plain text of inline tokens: without markup, images by their alternative text. */
export function plainText(tokens: readonly Token[]): string {
  let text = "";
  for (const { type, content, children } of tokens) {
    if (type === "text" || type === "code_inline" || type === "text_special" || type === "emoji") text += content;
    else if (type === "softbreak" || type === "hardbreak") text += " ";
    else if (type === "image") text += plainText(children ?? []);
  }
  return text.trim();
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
