import type { Env, MarkdownIt, Token } from "markdown-it";
import { visibleText } from "../shared/html-parts.ts";
import { inlineMarkdown } from "./copy-inline.ts";
import type { CompiledDocument, TocEntry } from "./document.ts";
import { attribute } from "./env.ts";
import { withoutComponents, withoutLinks } from "./inline.ts";

/**
 * Finds the level-1 heading that a page begins with, which the layout shows above everything else; undefined if the page
 * begins with anything else.
 *
 * @returns `start`: the index of its first token
 */
export function findLeadingHeading(
  tokens: readonly Token[],
): { readonly start: number; readonly inline: Token } | undefined {
  // A block of HTML that consists of comments shows nothing.
  const start = tokens.findIndex(({ type, content }) => type !== "html_block" || content.trim() !== "");
  const [first, inline] = tokens.slice(Math.max(0, start));
  if (first?.type !== "heading_open" || first.tag !== "h1" || inline === undefined) return undefined;
  return { start, inline };
}

/**
 * Removes the leading heading from the tokens of a page. One without a text can't name the page: it becomes a paragraph,
 * as it may show an image.
 *
 * @returns undefined if there is none with a text
 */
export function takeLeadingHeading(parser: MarkdownIt, tokens: Token[], env: Env): CompiledDocument["heading"] {
  const leading = findLeadingHeading(tokens);
  if (leading === undefined) return undefined;
  const shown = withoutLinks(leading.inline.children ?? []);
  const render = (part: Token[]) => parser.renderer.renderInline(part, parser.options, env);
  const textOnly = withoutComponents(shown);
  // The title is needed before components run.
  const plain = render(textOnly);
  const text = visibleText(plain);
  const heading = tokens.splice(leading.start, 3);
  if (text !== "") return { html: render(shown), text, markdown: inlineMarkdown(shown).replace(/\n/g, " ") };
  if (plain.trim() !== "" || textOnly.length < shown.length)
    tokens.splice(leading.start, 0, ...heading.map(asParagraph));
  return undefined;
}

function asParagraph(token: Token): Token {
  if (token.type === "inline") return token;
  return Object.assign(token, { type: token.type.replace("heading", "paragraph"), tag: "p", attrs: null });
}

/** The headings of a page in their order, without those that only show components. */
export function collectToc(md: MarkdownIt, tokens: readonly Token[], env: Env): TocEntry[] {
  return tokens.flatMap((token, index) => {
    const level = token.type === "heading_open" ? Number(token.tag.slice(1)) : 0;
    const inline = tokens[index + 1];
    if (level === 0 || inline === undefined) return [];
    const html = md.renderer
      .renderInline(withoutComponents(withoutLinks(inline.children ?? [])), md.options as never, env)
      .trim();
    return html === "" ? [] : [{ level, id: attribute(token, "id"), html }];
  });
}
