// Since <Badge type="tip">0.20</Badge>, press <Kbd>Esc</Kbd>.
import type { MarkdownIt, StateInline, Token } from "markdown-it";
import {
  type ComponentTag,
  closingTagAt,
  componentTagAt,
  openingNameAt,
  tagFaults,
  tornTagAt,
} from "../component-tag.ts";
import { blockLineAt, offsetOf, pageOf, positionOf, type TagFault } from "../env.ts";
import { renderComponents } from "../render-tokens.ts";
import { lastIndex } from "./guards.ts";

/** Maximum length of a value in braces and of the content between tags, in characters: both are read again and again. */
const MAX_VALUE = 500;
const MAX_CONTENT = 5000;
const FAULTY_TEXT = "faulty_text";
const COMMENT_FAULT: TagFault = {
  severity: "warning",
  code: "jsx",
  message: "{/* is text: readers see this comment",
  hint: "write <!-- … -->; docgen migrate converts pages of Docusaurus",
};

/** Parses components inside a text. Anything else in angle brackets is text or HTML. */
export function inlineComponents(md: MarkdownIt): void {
  md.inline.ruler.before("html_inline", "component", inlineComponent);
  md.inline.ruler.before("html_inline", "jsx_comment", (state, silent) => {
    return state.src.startsWith("{/*", state.pos) && addText(state, state.pos + 3, [COMMENT_FAULT], silent);
  });
  // Inline rules don't know the lines of their text.
  md.core.ruler.after("inline", "component_faults", ({ tokens, env }) => {
    const page = pageOf(env);
    for (const block of page.inlineFaults.size === 0 ? [] : tokens) {
      // The alternative text of an image has tokens of its own, whose offsets are those in that text.
      const inline = (block.children ?? []).flatMap((outer) =>
        [outer, ...(outer.children ?? [])].map((token) => ({ token, outer })),
      );
      for (const { token, outer } of inline) {
        const faults = page.inlineFaults.get(token);
        if (faults === undefined) continue;
        const offset = offsetOf(page, outer);
        const position = positionOf(page, block, offset);
        page.problems.push(...faults.map((fault) => ({ severity: "error" as const, ...fault, ...position })));
        const { line } = blockLineAt(page, block, offset);
        if (token.type === FAULTY_TEXT) token.type = "text";
        else token.map = [line, line + 1];
      }
    }
  });
  const renderPlain = md.renderer.renderInline.bind(md.renderer);
  md.renderer.renderInline = (tokens, options, env) =>
    renderComponents(tokens, env, (part) => renderPlain(part as Token[], options, env));
}

function inlineComponent(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src[pos] !== "<") return false;
  const page = pageOf(state.env);
  const stray = closingTagAt(src, pos);
  if (stray !== undefined && page.components.has(stray.name)) {
    const hint = `open it with <${stray.name}> in the same text, or remove it`;
    const fault = { code: "unclosed", message: `"</${stray.name}>" closes nothing`, hint };
    return addText(state, stray.end, [fault], silent);
  }
  const tag = componentTagAt(src, pos, MAX_VALUE);
  if ((tag === undefined || tag.end < 0) && page.components.has(openingNameAt(src, pos) ?? "")) {
    const torn = tornTagAt(src, pos);
    if (torn !== undefined && torn.end <= posMax) {
      const { end, message, hint } = torn;
      return addText(state, end, [{ code: "component", message, hint }], silent);
    }
  }
  if (tag === undefined || tag.end < 0 || tag.end > posMax) return false;
  const isKnown = page.components.has(tag.name);
  const closing = tag.isSelfClosing ? { from: tag.end, end: tag.end } : closingOf(state, tag);
  // `Array<Cell>` is a type.
  if (/\w/.test(src[pos - 1] ?? "") && (closing === undefined || !isKnown)) return false;
  if (closing === undefined) {
    // The name of a type in prose has no attributes with values.
    const hasValues = tag.codes.length > 0 || Object.values(tag.props).some((value) => value !== true);
    if (!isKnown && !hasValues) return false;
    const hint = `close it with </${tag.name}> in the same text, or write it in backticks if it is text`;
    const unclosed = { code: "unclosed", message: `<${tag.name}> is not closed`, hint };
    return addText(state, tag.end, isKnown ? [unclosed] : tagFaults(page, tag, "inline"), silent);
  }
  if (!silent) {
    const open = Object.assign(state.push("component_open", "", 1), { info: tag.name, meta: tag.props });
    page.inlineFaults.set(open, tagFaults(page, tag, "inline"));
    state.pos = tag.end;
    state.posMax = closing.from;
    state.md.inline.tokenize(state);
    state.posMax = posMax;
    state.push("component_close", "", -1).info = tag.name;
  }
  state.pos = closing.end;
  return true;
}

function addText(state: StateInline, end: number, faults: readonly TagFault[], silent: boolean): boolean {
  if (!silent) {
    const token: Token = state.push(FAULTY_TEXT, "", 0);
    token.content = state.src.slice(state.pos, end);
    pageOf(state.env).inlineFaults.set(token, faults);
  }
  state.pos = end;
  return true;
}

function closingOf(state: StateInline, { name, end }: ComponentTag) {
  const { src, pos, posMax } = state;
  if (lastIndex(state, `</${name}`) < end) return undefined;
  const last = Math.min(posMax, end + MAX_CONTENT);
  state.pos = end;
  let closing: ReturnType<typeof closingTagAt>;
  let from = end;
  while (state.pos < last && closing?.name !== name) {
    from = state.pos;
    closing = closingTagAt(src, from);
    state.md.inline.skipToken(state);
  }
  state.pos = pos;
  return closing?.name === name && closing.end <= posMax ? { from, end: closing.end } : undefined;
}
