import type { Env, MarkdownIt, Token } from "markdown-it";
import { ISLAND } from "../shared/constants.ts";
import { readHtml } from "../shared/html.ts";
import { shownTexts, visibleText } from "../shared/html-parts.ts";
import { escapeHtml, wordSet } from "../shared/text.ts";
import { type Slot, slotMark } from "./document.ts";
import { type ComponentCall, type ComponentProps, type PageEnv, pageOf, sourceLineOf } from "./env.ts";
import { componentAddresses } from "./plugins/html-addresses.ts";

/** Name of the component that lists the pages of a category. Its slot is filled when the order of pages is known. */
export const CARDS = "DocCardList";

/** Renders block tokens. */
export function renderTokens(md: MarkdownIt, tokens: readonly Token[], env: Env): string {
  return renderComponents(tokens, env, (part) => md.renderer.render([...part], md.options as never, env));
}

/** Renders components bottom-up, with the HTML inside. @param renderPlain renders tokens without components */
export function renderComponents(
  tokens: readonly Token[],
  env: Env | undefined,
  renderPlain: (tokens: readonly Token[]) => string,
): string {
  const page = pageOf(env);
  const renderRange = (from: number, to: number): { html: string; calls: ComponentCall[] } => {
    const calls: ComponentCall[] = [];
    let html = "";
    let plainFrom = from;
    const flush = (end: number) => {
      if (end > plainFrom) html += renderPlain(tokens.slice(plainFrom, end));
    };
    for (let index = from; index < to; index++) {
      const token = tokens[index];
      if (token?.type !== "component_open") continue;
      flush(index);
      const end = closingIndex(tokens, index, to);
      page.componentCount += 1;
      const number = page.componentCount;
      const inner = renderRange(index + 1, end);
      const sourceLine = sourceLineOf(page, token.map?.[0] ?? 0);
      const call = {
        ...sourceLine,
        name: token.info,
        number,
        props: token.meta as ComponentProps,
        html: inner.html,
        children: inner.calls,
      };
      calls.push(call);
      checkContent(page, call);
      const slot = (kind: Slot["kind"], target: string) => {
        page.slots.push({ kind, target, url: "", ...sourceLine, column: 1 });
        return slotMark(page.slots.length - 1);
      };
      if (call.name === CARDS) html += slot("cards", "");
      else if (!page.components.has(call.name)) html += call.html;
      else {
        const rendered = page.renderComponent(call);
        if (!token.block) checkInline(page, call, rendered);
        const isOwn = page.components.get(call.name)?.attributes === undefined;
        // Copies and the search have the text of a component without content.
        if (isOwn && end === index + 1) token.content = token.block ? blockText(rendered) : visibleText(rendered);
        const addressed = isOwn ? componentAddresses(page, rendered, { ...sourceLine, column: 1 }) : rendered;
        html += island(call, page, slot, addressed);
        // Between components with texts, a line break is a space.
        if (token.block && (isOwn && end === index + 1 ? rendered : inner.html).match(/[^\n]$/)) html += "\n";
      }
      index = end;
      plainFrom = end + 1;
    }
    flush(to);
    return { html, calls };
  };
  return renderRange(0, tokens.length).html;
}

/** The text of HTML on one line, with spaces between elements; React writes comments between parts of one text. */
function blockText(html: string): string {
  return shownTexts(html.replaceAll("<!-- -->", "")).join(" ").replace(/\s+/g, " ").trim();
}

/** Reports a component without the content that it shows, or with content that it doesn't show. */
function checkContent({ components, problems }: PageEnv, { name, path, line, html }: ComponentCall): void {
  const content = components.get(name)?.content;
  const isThere = content === "table" ? html.includes("<table") : html.trim() !== "";
  // An error in its line may be the cause.
  const isKnown = problems.some((other) => other.severity === "error" && other.path === path && other.line === line);
  if (content === undefined || isKnown || isThere !== (content === "none")) return;
  const [severity, message, hint] = isThere
    ? (["error", "does not show its content: readers would not see this", `write <${name} />`] as const)
    : (["warning", `contains no ${content}`, `write it between <${name}> and </${name}>, or remove them`] as const);
  problems.push({ path, line, column: 1, severity, code: "component", message: `<${name}> ${message}`, hint });
}

/** Reports a component inside a text whose HTML ends the paragraph in browsers. */
function checkInline(page: PageEnv, { name, path, line }: ComponentCall, html: string): void {
  const block = readHtml(html).find((part) => part.kind === "start" && ENDS_PARAGRAPH.has(part.name));
  if (block?.kind !== "start" || page.components.get(name)?.place === "block") return;
  const message = `<${name}> renders a <${block.name}>, which ends the paragraph that it is in`;
  const hint = "put its tags on lines of their own, or let it render a <span>";
  page.problems.push({ path, line, column: 1, severity: "warning", code: "component", message, hint });
}

/** Elements whose start tag closes an open paragraph. */
const ENDS_PARAGRAPH = wordSet(
  "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre search section summary table ul",
);

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
  const { client, language } = page.components.get(name) ?? {};
  if (client === undefined) return html;
  page.uses.add("islands");
  const json = (value: unknown) => escapeHtml(JSON.stringify(value));
  const data = `props="${json(props)}" language="${json(language)}"`;
  return `<${ISLAND} client="${client}" prefix="${islandPrefix(number)}" ${data} ${slot("island", name)}>${html}</${ISLAND}>`;
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
