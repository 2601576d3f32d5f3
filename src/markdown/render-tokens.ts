import type { Env, MarkdownIt, Token } from "markdown-it";
import { slotMark } from "./document.ts";
import { type ComponentCall, type ComponentProps, pageOf, sourceLineOf } from "./env.ts";

/** The component that lists the pages of its page's category; filled in when the order of pages is known. */
export const CARDS = "DocCardList";

/**
 * Renders block tokens. Components are rendered bottom-up: each receives the HTML of its content, and its child
 * components.
 */
export function renderTokens(md: MarkdownIt, tokens: readonly Token[], env: Env): string {
  return renderRange(md, tokens, env, 0, tokens.length).html;
}

function renderRange(
  md: MarkdownIt,
  tokens: readonly Token[],
  env: Env,
  from: number,
  to: number,
): { html: string; calls: ComponentCall[] } {
  const page = pageOf(env);
  const calls: ComponentCall[] = [];
  let html = "";
  let plainFrom = from;
  const flush = (end: number) => {
    if (end > plainFrom) html += md.renderer.render(tokens.slice(plainFrom, end), md.options as never, env);
  };
  for (let index = from; index < to; index++) {
    const token = tokens[index];
    if (token?.type !== "component_open") continue;
    flush(index);
    const end = closingIndex(tokens, index, to);
    page.componentCount += 1;
    const number = page.componentCount;
    const inner = renderRange(md, tokens, env, index + 1, end);
    const call = {
      name: token.info,
      number,
      props: token.meta as ComponentProps,
      html: inner.html,
      children: inner.calls,
    };
    calls.push(call);
    if (call.name === CARDS) {
      html += slotMark(page.slots.length);
      page.slots.push({ kind: "cards", target: "", url: "", ...sourceLineOf(page, token.map?.[0] ?? 0), column: 1 });
    } else html += page.componentNames.includes(call.name) ? page.renderComponent(call) : call.html;
    index = end;
    plainFrom = end + 1;
  }
  flush(to);
  return { html, calls };
}

function closingIndex(tokens: readonly Token[], open: number, to: number): number {
  let depth = 0;
  for (let index = open; index < to; index++) {
    const type = tokens[index]?.type;
    if (type === "component_open") depth += 1;
    else if (type === "component_close" && --depth === 0) return index;
  }
  return to;
}
