import type { MarkdownIt, Token } from "markdown-it";
import { escapeHtml } from "../../shared/text.ts";
import { slotMark } from "../document.ts";
import { attribute, type PageEnv, pageOf, placeOf } from "../env.ts";
import { offsetOf } from "./position.ts";

/** Gives every link and picture a slot, to be filled when the site's routes and files are known. */
export function links(md: MarkdownIt): void {
  md.core.ruler.push("link_slots", (state) => {
    const env = pageOf(state.env);
    for (const block of state.tokens) {
      if (block.type !== "inline") continue;
      for (const token of block.children ?? []) {
        if (token.type === "link_open") addSlot(env, block, token, "link", "href");
        if (token.type === "image") addSlot(env, block, token, "image", "src");
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

function addSlot(env: PageEnv, block: Token, token: Token, kind: "link" | "image", name: "href" | "src"): void {
  const target = attribute(token, name);
  const offset = Math.max(0, offsetOf(token) - (kind === "link" && token.markup !== "autolink" ? 1 : 0));
  token.meta = { slot: env.slots.length };
  env.slots.push({ kind, target, ...placeOf(env, block, offset) });
}

function attributes(token: Token): string {
  const { slot } = token.meta as { slot: number };
  const title = attribute(token, "title");
  const mark = slotMark(slot);
  return title === "" ? mark : `${mark} title="${escapeHtml(title)}"`;
}
