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
