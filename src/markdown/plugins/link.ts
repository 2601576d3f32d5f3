import type { MarkdownIt, Token } from "markdown-it";
import type { Place } from "../../shared/problem.ts";
import { escapeHtml } from "../../shared/text.ts";
import { slotMark } from "../document.ts";
import { attribute, type PageEnv, pageOf, positionOf } from "../env.ts";
import { textOnly } from "../inline.ts";
import { offsetOf } from "./position.ts";

/** Gives every link and image a slot, which is filled once the routes and files of the site are known. */
export function linkSlots(md: MarkdownIt): void {
  // URLs stay as written, for messages; they are encoded for the slot.
  const encode = md.normalizeLink;
  md.normalizeLink = (url) => url;
  md.core.ruler.push("link_slots", (state) => {
    const env = pageOf(state.env);
    for (const block of state.tokens) {
      if (block.type !== "inline") continue;
      const children = block.children ?? [];
      for (const [index, token] of children.entries()) {
        if (token.type === "link_open") addSlot(env, block, token, "link", "href", encode, textOf(children, index));
        if (token.type !== "image") continue;
        addSlot(env, block, token, "image", "src", encode);
        if (token.content.trim() === "") {
          const place = positionOf(env, block, openingOf(block.content, offsetOf(env, token), "image"));
          reportNoAlt(env, place, 'describe it in the brackets, or write <img src="…" alt=""> if it is decorative');
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

function addSlot(
  env: PageEnv,
  block: Token,
  token: Token,
  kind: "link" | "image",
  name: "href" | "src",
  encode: (url: string) => string,
  text?: string,
): void {
  const target = attribute(token, name);
  const offset = openingOf(block.content, offsetOf(env, token), kind);
  token.meta = { slot: env.slots.length };
  const slot = { kind, target, url: encode(target), ...positionOf(env, block, offset) };
  env.slots.push(text === undefined ? slot : { ...slot, text });
}

/**
 * Reports an image without alternative text. In HTML, an empty `alt` is allowed, as it marks an image as decorative.
 */
export function reportNoAlt(env: PageEnv, place: Place, hint: string): void {
  env.problems.push({ ...place, severity: "warning", code: "alt", message: "image has no alt text", hint });
}

/** The text of a link, which ends at the next closing token, as links can't be nested. */
function textOf(tokens: readonly Token[], opening: number): string | undefined {
  // Scans only to the end of this link, as a page may be one paragraph of many links.
  let length = 0;
  while (opening + length < tokens.length && tokens[opening + length]?.type !== "link_close") length++;
  if (opening + length === tokens.length) return textOnly([]);
  return textOnly(tokens.slice(opening + 1, opening + Math.max(1, length)));
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
