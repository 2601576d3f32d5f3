import type { MarkdownIt, Token } from "markdown-it";
import type { Position } from "../../shared/problem.ts";
import { escapeHtml } from "../../shared/text.ts";
import { slotMark } from "../document.ts";
import { attribute, type PageEnv, pageOf, positionOf } from "../env.ts";
import { textOnly } from "../inline.ts";
import { definedAddress, definitionLabel, inlineAddress, keepDefinitions } from "./link-address.ts";
import { offsetOf } from "./position.ts";

/** Gives every link and image a slot, which is filled once the routes and files of the site are known. */
export function linkSlots(md: MarkdownIt): void {
  // URLs stay as written, for messages; they are encoded for the slot.
  const encode = md.normalizeLink;
  const definitionOf = keepDefinitions(md);
  md.normalizeLink = (url) => url;
  md.core.ruler.push("link_slots", (state) => {
    const env = pageOf(state.env);
    /** @param end offset of the bracket that closes the text */
    const addSlot = (kind: "link" | "image", block: Token, token: Token, end: number, text?: string) => {
      const target = attribute(token, kind === "link" ? "href" : "src");
      const label = definitionLabel(token);
      const address =
        label === "" ? inlineAddress(env, block, end, target) : definedAddress(env, definitionOf(env, label), target);
      const position = positionOf(env, block, openingOf(block.content, offsetOf(env, token), kind));
      token.meta = { slot: env.slots.length };
      env.slots.push({
        ...{ kind, target, url: encode(target), ...position },
        ...(address !== undefined && { address }),
        ...(text !== undefined && { text }),
      });
    };
    for (const block of state.tokens) {
      if (block.type !== "inline") continue;
      const children = block.children ?? [];
      for (const [index, token] of children.entries()) {
        if (token.type === "link_open") {
          const closing = closingOf(children, index);
          const end = children[closing] === undefined ? -1 : offsetOf(env, children[closing]);
          addSlot("link", block, token, end, textOnly(children.slice(index + 1, closing)));
        } else if (token.type === "image") {
          const start = openingOf(block.content, offsetOf(env, token), "image");
          addSlot("image", block, token, start + "![".length + token.content.length);
          if (token.content.trim() === "") {
            const position = positionOf(env, block, start);
            reportNoAlt(
              env,
              position,
              'describe it in the brackets, or write <img src="…" alt=""> if it is decorative',
            );
          }
        }
      }
    }
  });
  md.renderer.rules.link_open = (tokens, index) =>
    tokens[index] === undefined ? "" : `<a ${attributes(tokens[index])}>`;
  md.renderer.rules.image = (tokens, index, options, env) => {
    const token = tokens[index];
    if (token === undefined) return "";
    const alt = escapeHtml(md.renderer.renderInlineAsText(token.children ?? [], options, env));
    return `<img ${attributes(token)} alt="${alt}" loading="lazy" decoding="async">`;
  };
}

/**
 * Reports an image without alternative text. In HTML, an empty `alt` is allowed, as it marks an image as decorative.
 */
export function reportNoAlt(env: PageEnv, position: Position, hint: string): void {
  env.problems.push({ ...position, severity: "warning", code: "alt", message: "image has no alt text", hint });
}

/** Index of the token that closes a link; the number of tokens if none does. Links can't be nested. */
function closingOf(tokens: readonly Token[], opening: number): number {
  // Scans only to the end of this link, as a page may be one paragraph of many links.
  let closing = opening;
  while (closing < tokens.length && tokens[closing]?.type !== "link_close") closing++;
  return closing;
}

/**
 * Offset where a link or image begins. The recorded offset is behind the bracket of a link, and at or behind the `!` of
 * an image.
 */
function openingOf(text: string, offset: number, kind: "link" | "image"): number {
  const opening = kind === "link" ? "[" : "!";
  return text[offset - 1] === opening && text[offset] !== opening ? offset - 1 : offset;
}

function attributes(token: Token): string {
  const { slot } = token.meta as { slot: number };
  const title = attribute(token, "title");
  const mark = slotMark(slot);
  return title === "" ? mark : `${mark} title="${escapeHtml(title)}"`;
}
