import type { Token } from "markdown-it";
import { type EndTag, readHtml, type StartTag, tagNameAt } from "../shared/html.ts";

const SHOWN_TYPES = ["text", "code_inline", "text_special", "emoji", "component_open"];

/** The plain text of inline tokens: without markup, images by their alternative text. */
export function plainText(tokens: readonly Pick<Token, "type" | "content" | "children">[]): string {
  let text = "";
  for (const { type, content, children } of tokens) {
    if (SHOWN_TYPES.includes(type)) text += content;
    else if (type === "softbreak" || type === "hardbreak") text += " ";
    else if (type === "image") text += plainText(children ?? []);
  }
  return text.trim();
}

/** The plain text of inline tokens; undefined if they may show more than that: HTML, emoji, formulas. */
export function textOnly(tokens: readonly Token[]): string | undefined {
  const isText = ({ type, nesting }: Token) =>
    (nesting !== 0 && type !== "component_open") || TEXT_TYPES.includes(type);
  return tokens.every(isText) ? plainText(tokens) : undefined;
}

const TEXT_TYPES = ["text", "code_inline", "text_special", "softbreak", "hardbreak", "image"];

/** Removes badges, which say something about a name but are no part of it. */
export function withoutBadges(tokens: readonly Token[]): Token[] {
  let depth = 0;
  return tokens.filter(({ type, info, nesting }) => {
    const isTag = type.startsWith("component_") && info === "Badge";
    if (isTag) depth += nesting;
    return depth === 0 && !isTag;
  });
}

/** Removes the tags of components from inline tokens, but not the content. */
export function withoutComponents(tokens: readonly Token[]): Token[] {
  return tokens.filter(({ type }) => !type.startsWith("component_"));
}

/** Removes links from inline tokens, for titles and the table of contents. */
export function withoutLinks(tokens: readonly Token[]): Token[] {
  return tokens.filter((token) => {
    return !token.type.startsWith("link_") && !token.type.startsWith("footnote") && !isLinkTag(token);
  });
}

/** The name, as written, of the tag that a token of inline HTML begins with. */
export function tagNameOf(token: Token): string | undefined {
  return token.type === "html_inline" ? tagNameAt(token.content, 0) : undefined;
}

/** Whether a token of inline HTML begins with a tag of a link. */
export function isLinkTag(token: Token): boolean {
  return tagNameOf(token)?.toLowerCase() === "a";
}

/** The tag that a token of inline HTML begins with. */
export function tagOf(token: Token | undefined): StartTag | EndTag | undefined {
  const [part] = token?.type === "html_inline" ? readHtml(token.content) : [];
  return part?.kind === "start" || part?.kind === "end" ? part : undefined;
}

/** How many links more are open after a token of a text: 1 where one begins, -1 where one ends, otherwise 0. */
export function linkNesting(token: Token): number {
  if (token.type === "link_open" || token.type === "link_close") return token.nesting;
  const tag = tagOf(token);
  return tag?.name !== "a" ? 0 : tag.kind === "start" ? 1 : -1;
}
