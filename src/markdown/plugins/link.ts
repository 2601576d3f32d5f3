import type { MarkdownIt, Token } from "markdown-it";
import { findStartTag } from "../../shared/html.ts";
import type { Position } from "../../shared/problem.ts";
import { escapeHtml } from "../../shared/text.ts";
import { slotMark } from "../document.ts";
import { attribute, offsetOf, type PageEnv, pageOf, placeAt, positionOf } from "../env.ts";
import { textOnly } from "../inline.ts";

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
    const isRawLink = ({ type, content }: Token) => {
      return type.startsWith("html_") && findStartTag(content, "a") !== undefined;
    };
    const hasRawLinks = state.tokens.some(isRawLink);
    /** Levels of the lists of cards around a block, and whether the first link of its card is still to come. */
    const cardLists: number[] = [];
    let isCardStart = false;
    for (const [at, block] of state.tokens.entries()) {
      if (block.type === "bullet_list_open" && attribute(block, "class") === "cards") cardLists.push(block.level);
      if (block.type === "bullet_list_close" && block.level === cardLists.at(-1)) cardLists.pop();
      if (block.type === "list_item_open") isCardStart = block.level - 1 === cardLists.at(-1);
      if (block.type !== "inline") continue;
      const children = block.children ?? [];
      // Links can't be nested, and a heading is one in the table of contents.
      const isHeading = state.tokens[at - 1]?.type === "heading_open";
      const mayBeLinked = !isHeading && !hasRawLinks && !children.some(isRawLink);
      let isInLink = false;
      for (const [index, token] of children.entries()) {
        if (token.type === "link_close") isInLink = false;
        if (token.type === "link_open") {
          isInLink = true;
          const closing = closingOf(children, index);
          const close = children[closing];
          const end = close === undefined ? -1 : offsetOf(env, close);
          addSlot("link", block, token, end, textOnly(children.slice(index + 1, closing)));
          const link = env.slots.at(-1);
          if (isCardStart && link !== undefined && close !== undefined) {
            close.meta = { badge: env.slots.length };
            env.slots.push({ ...link, kind: "badge" });
          }
          isCardStart = false;
        } else if (token.type === "image") {
          const start = openingOf(block.content, offsetOf(env, token), "image");
          addSlot("image", block, token, start + "![".length + token.content.length);
          if (mayBeLinked && !isInLink) addTags(env, token);
          if (token.content.trim() === "") {
            const hint = 'describe it in the brackets, or write <img src="…" alt=""> if it is decorative';
            reportNoAlt(env, positionOf(env, block, start), hint);
          }
        }
      }
    }
  });
  md.renderer.rules.link_open = (tokens, index) =>
    tokens[index] === undefined ? "" : `<a ${attributes(tokens[index])}>`;
  md.renderer.rules.link_close = (tokens, index) => {
    const { badge } = (tokens[index]?.meta ?? {}) as { badge?: number };
    return `${badge === undefined ? "" : slotMark(badge)}</a>`;
  };
  md.renderer.rules.image = (tokens, index, options, env) => {
    const token = tokens[index];
    if (token === undefined) return "";
    const alt = escapeHtml(md.renderer.renderInlineAsText(token.children ?? [], options, env));
    const { tags } = token.meta as { tags?: number };
    const [start, end] = tags === undefined ? ["", ""] : [slotMark(tags), slotMark(tags + 1)];
    return `${start}<img ${attributes(token)} alt="${alt}" loading="lazy" decoding="async">${end}`;
  };
}

/** Adds slots for the tags of a link around an image. */
function addTags({ slots }: PageEnv, token: Token): void {
  const image = slots.at(-1);
  if (image === undefined) return;
  token.meta = { ...token.meta, tags: slots.length };
  slots.push({ ...image, kind: "picture-start" }, { ...image, kind: "picture-end" });
}

/** Reports an image without alternative text. In HTML, an empty `alt` marks an image as decorative. */
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

/** Offset where a link or image begins: recorded are that after a link's bracket, and at or after an image's `!`. */
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

const BEFORE_ADDRESS = /\]\(\s*<?/y;
/** Matches a link reference definition up to its address, which may follow on the next line of a quote. */
const DEFINITION = /^[^[]*\[(?:\\[\s\S]|[^\\[\]])*\]:[\s>]*<?/;

/** Keeps the first link reference definition of each label, the one that counts: the parser drops their tokens. */
function keepDefinitions(md: MarkdownIt): (env: PageEnv, label: string) => Token | undefined {
  const tokensByPage = new WeakMap<PageEnv, ReadonlyMap<string, Token>>();
  md.core.ruler.after("block", "definitions", ({ env, tokens }) => {
    const definitions = tokens.filter(({ type }) => type === "reference_definition").reverse();
    tokensByPage.set(pageOf(env), new Map(definitions.map((token) => [definitionLabel(token), token])));
  });
  return (env, label) => tokensByPage.get(env)?.get(label);
}

/** The label of the definition that a link refers to; empty for a link with an address of its own. */
function definitionLabel({ meta }: Token): string {
  return (meta as { readonly label?: string } | null)?.label ?? "";
}

/**
 * Finds the address of an inline link.
 *
 * @param end offset of the bracket that closes its text
 * @returns its position; undefined if it is written differently, such as with an escape
 */
function inlineAddress(env: PageEnv, block: Token, end: number, address: string): Position | undefined {
  BEFORE_ADDRESS.lastIndex = end;
  const isInline = BEFORE_ADDRESS.test(block.content);
  const start = BEFORE_ADDRESS.lastIndex;
  return isInline && block.content.startsWith(address, start) ? positionOf(env, block, start) : undefined;
}

/** Finds the address in a definition. @returns its position; undefined if it is written differently */
function definedAddress(env: PageEnv, definition: Token | undefined, address: string): Position | undefined {
  const [first, end] = definition?.map ?? [0, 0];
  const lines = env.lines.slice(first, end).map(({ text }) => text);
  const text = lines.join("\n");
  const before = DEFINITION.exec(text)?.[0];
  if (before === undefined || !text.startsWith(address, before.length)) return undefined;
  const rows = before.split("\n");
  return placeAt(env, first + rows.length - 1, rows.at(-1)?.length ?? 0);
}
