import type { MarkdownIt, Token } from "markdown-it";
import names from "markdown-it-emoji/lib/data/full.mjs";

/** A possible code; its closing colon may open the next one. */
const CODE = /:([-+\w]+):/g;

/**
 * Replaces GitHub's `:emoji:` codes. The package's own rule is not used: compiling its pattern of 1,900 names takes as
 * long as dozens of pages.
 */
export function emojiCodes(md: MarkdownIt): void {
  md.core.ruler.after("linkify", "emoji", ({ tokens, Token }) => {
    for (const token of tokens) {
      if (token.type !== "inline" || token.children === null || !token.content.includes(":")) continue;
      let autolinks = 0;
      token.children = token.children.flatMap((child) => {
        if (child.info === "auto") autolinks += child.nesting;
        return child.type === "text" && autolinks === 0 ? withEmoji(child, Token) : [child];
      });
    }
  });
  md.renderer.rules.emoji = (tokens, index) => tokens[index]?.content ?? "";
}

/** Splits a text at its codes. */
function withEmoji(text: Token, make: typeof Token): Token[] {
  const { content } = text;
  const parts: Token[] = [];
  let last = 0;
  const add = (type: string, content: string, markup = "") => {
    if (content === "") return;
    const part = new make(type, "", 0);
    part.content = content;
    part.markup = markup;
    parts.push(part);
  };
  CODE.lastIndex = 0;
  for (let match = CODE.exec(content); match !== null; match = CODE.exec(content)) {
    const [code, name = ""] = match;
    if (Object.hasOwn(names, name)) {
      add("text", content.slice(last, match.index));
      add("emoji", names[name] ?? "", name);
      last = CODE.lastIndex;
    } else CODE.lastIndex = match.index + code.length - 1;
  }
  if (last === 0) return [text];
  add("text", content.slice(last));
  return parts;
}
