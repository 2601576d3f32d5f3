import type { Env, MarkdownIt, Token } from "markdown-it";
import { ISLAND } from "../shared/constants.ts";
import { escapeHtml } from "../shared/text.ts";
import { type Slot, slotMark } from "./document.ts";
import { type ComponentCall, type ComponentProps, type PageEnv, pageOf, sourceLineOf } from "./env.ts";

/**
 * Name of the component that lists the pages of a page's category. Its slot is filled once the order of pages is known.
 */
export const CARDS = "DocCardList";

/**
 * Renders block tokens. Components are rendered bottom-up: each receives the HTML of its content and its child
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
    const place = sourceLineOf(page, token.map?.[0] ?? 0);
    const call = {
      ...place,
      name: token.info,
      number,
      props: token.meta as ComponentProps,
      html: inner.html,
      children: inner.calls,
    };
    calls.push(call);
    const slot = (kind: Slot["kind"], target: string) => {
      page.slots.push({ kind, target, url: "", ...place, column: 1 });
      return slotMark(page.slots.length - 1);
    };
    if (call.name === CARDS) html += slot("cards", "");
    else if (!page.componentNames.includes(call.name)) html += call.html;
    else html += island(call, page, slot, page.renderComponent(call));
    index = end;
    plainFrom = end + 1;
  }
  flush(to);
  return { html, calls };
}

/** Prefix of the ids in a component that runs in the browser. @param number its number in the page, from 1 */
export function islandPrefix(number: number): string {
  return `island-${number}-`;
}

/** Wraps a component that runs in the browser in an element with its props and the event that starts it. */
function island(
  { name, number, props }: ComponentCall,
  page: PageEnv,
  slot: (kind: Slot["kind"], target: string) => string,
  html: string,
): string {
  const client = page.islands.get(name);
  if (client === undefined) return html;
  page.uses.add("islands");
  const given = escapeHtml(JSON.stringify(props));
  return `<${ISLAND} client="${client}" prefix="${islandPrefix(number)}" props="${given}" ${slot("island", name)}>${html}</${ISLAND}>\n`;
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
