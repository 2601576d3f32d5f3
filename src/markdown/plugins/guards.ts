import type { MarkdownIt, StateInline } from "markdown-it";
import { pageOf, reportProblem } from "../env.ts";

/** Pairs of opening and closing texts of constructs that can extend to the end of a block. */
const CLOSINGS: readonly (readonly [opening: string, closing: string])[] = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
  ["<!", ">"],
];
const MAX_FOOTNOTES = 1000;
const MAX_TEXTS = 200;

/** Avoids quadratic time: for each unclosed construct, the parser would scan to the end of the block. */
export function unclosedGuards(md: MarkdownIt): void {
  md.inline.ruler.before("html_inline", "unclosed_html", (state, silent) => {
    if (state.src[state.pos] !== "<" || (state.src[state.pos + 1] !== "!" && state.src[state.pos + 1] !== "?"))
      return false;
    const closing = CLOSINGS.find(([opening]) => state.src.startsWith(opening, state.pos));
    if (closing === undefined || lastIndex(state, closing[1]) > state.pos) return false;
    if (!silent) state.pending += "<";
    state.pos += 1;
    return true;
  });
  md.core.ruler.before("footnote_tail", "many_footnotes", (state) => {
    const { list } = (state.env as { footnotes?: { list?: unknown[] } }).footnotes ?? {};
    if (list === undefined || list.length <= MAX_FOOTNOTES) return;
    list.length = MAX_FOOTNOTES;
    const message = `more than ${MAX_FOOTNOTES} footnotes on a page`;
    reportProblem(pageOf(state.env), 0, { code: "footnotes", message, hint: "split the page" });
  });
}

/** Reports blocks that are nested too deep for the parser, which leaves them out. */
export function deepBlocks(md: MarkdownIt): void {
  const tokenize = md.block.tokenize.bind(md.block);
  const { maxNesting } = md.options;
  md.block.tokenize = (state, startLine, endLine) => {
    if (state.level >= maxNesting && state.skipEmptyLines(startLine) < endLine) {
      const message = `lists and quotes are nested deeper than ${maxNesting / 2}: readers would not see this`;
      reportProblem(pageOf(state.env), startLine, { code: "nesting", message, hint: "indent it less" });
    }
    tokenize(state, startLine, endLine);
  };
}

/** Last index of a text in a block or a page, through a cache: content can ask for it any number of times. */
export function lastIndex(state: Pick<StateInline, "env" | "tokens" | "src">, text: string): number {
  const lastIndexes = pageOf(state.env).lastIndexes;
  const blockIndexes = lastIndexes.get(state.tokens) ?? new Map<string, number>();
  lastIndexes.set(state.tokens, blockIndexes);
  const index = blockIndexes.get(text) ?? (blockIndexes.size > MAX_TEXTS ? -1 : state.src.lastIndexOf(text));
  blockIndexes.set(text, index);
  return index;
}
