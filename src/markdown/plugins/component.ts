// <Tabs groupId="pm">
// Markdown inside
// </Tabs>
import type { MarkdownIt, StateBlock } from "markdown-it";
import {
  type ComponentTag,
  closingTagAt,
  componentTagAt,
  openingNameAt,
  type TornTag,
  tagFaults,
  tornTagAt,
} from "../component-tag.ts";
import { type PageEnv, pageOf, reportProblem } from "../env.ts";
import { nextFence } from "../include.ts";
import { isCode, lineText, parseLines } from "./containers.ts";

const MAX_DEPTH = 30;

/** Parses components: tags at the start of a line, alone or followed by content and closing tag. */
export function components(md: MarkdownIt): void {
  md.block.ruler.before("html_block", "component", component, { alt: ["paragraph", "reference", "blockquote"] });
}

function component(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const text = lineText(state, startLine);
  if (!text.startsWith("<") || isCode(state, startLine)) return false;
  const env = pageOf(state.env);
  const stray = closingNameOf(text);
  if (stray !== undefined) {
    if (silent) return true;
    fail(env, startLine, "unclosed", `"</${stray}>" closes nothing`, `open it with <${stray}> or remove it`);
    state.line = startLine + 1;
    return true;
  }
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  const source = state.src.slice(0, state.eMarks[endLine - 1]);
  const tag = componentTagAt(source, start);
  if (tag === undefined || tag.end < 0) {
    const torn = tornTagAt(source, start);
    const isBlock = torn !== undefined && env.components.get(torn.name)?.place === "block";
    // In a text, the name of a type may be followed by anything.
    if (torn === undefined || (tag === undefined && !isBlock) || torn.end < (state.eMarks[startLine] ?? 0))
      return false;
    if (!silent) tornComponent(state, torn, startLine, endLine);
    return true;
  }
  const tagLine = startLine + state.src.slice(start, tag.end).split("\n").length - 1;
  const rest = state.src.slice(tag.end, state.eMarks[tagLine]).trim();
  const oneLine = new RegExp(`^(.*)</${tag.name}\\s*>$`).exec(rest);
  const isBlock = oneLine?.[1]?.includes(`</${tag.name}`) === false && !tag.isSelfClosing;
  const place = env.components.get(tag.name)?.place;
  env.componentPairs ??= pairTags(env);
  // Its closing tag is on another line: this is no component in a text.
  const isTorn = oneLine === null && !tag.isSelfClosing && place === "block" && env.componentPairs.has(startLine);
  if (rest !== "" && !isTorn && (!isBlock || place === "inline")) return false;
  if (silent) return true;
  if (rest !== "" && isTorn) {
    const hint = "put the tag alone on its line, with a blank line below";
    fail(env, startLine, "component", `the content of <${tag.name}> begins on the line of its tag`, hint);
  }

  for (const fault of tagFaults(env, tag, "block")) reportProblem(env, startLine, fault);
  addComponent(state, tag, startLine, () => {
    if (oneLine !== null) {
      const parts = { content: (oneLine[1] ?? "").trim(), map: [startLine, tagLine + 1], children: [] };
      Object.assign(state.push("inline", "", 0), parts);
    } else if (!tag.isSelfClosing) return content(state, env, tag.name, startLine, tagLine, endLine);
    return tagLine + 1;
  });
  return true;
}

/** Adds the tokens of a component. @param inner adds those of its content, and returns the line after it */
function addComponent(state: StateBlock, tag: Pick<ComponentTag, "name" | "props">, line: number, inner: () => number) {
  const token = state.push("component_open", "", 1);
  Object.assign(token, { info: tag.name, meta: tag.props, block: true });
  state.line = inner();
  token.map = [line, state.line];
  state.push("component_close", "", -1).info = tag.name;
}

/** Parses a component whose tag is faulty, so that only the tag is reported. @param torn what is wrong with it */
function tornComponent(state: StateBlock, torn: TornTag, startLine: number, endLine: number): void {
  const env = pageOf(state.env);
  fail(env, startLine, "component", torn.message, torn.hint);
  env.componentPairs ??= pairTags(env);
  state.line = startLine + 1;
  if (!env.componentPairs.has(startLine)) return;
  addComponent(state, { name: torn.name, props: {} }, startLine, () =>
    content(state, env, torn.name, startLine, startLine, endLine),
  );
}

/** Parses the content between the tags. @returns the line after the closing tag */
function content(state: StateBlock, env: PageEnv, name: string, startLine: number, tagLine: number, endLine: number) {
  const paired = env.componentPairs?.get(startLine);
  const closingLine = paired !== undefined && paired < endLine ? paired : undefined;
  if (closingLine === undefined) {
    fail(env, startLine, "unclosed", `<${name}> is not closed`, `close it with </${name}> on a line of its own`);
  }
  const last = closingLine ?? endLine;
  const next = closingLine === undefined ? endLine : closingLine + 1;
  if (state.level >= MAX_DEPTH) {
    fail(env, startLine, "nesting", `components are nested deeper than ${MAX_DEPTH}`);
    return next;
  }
  parseLines(state, tagLine + 1, last, indentOf(state, tagLine + 1, last));
  return next;
}

/** The common indentation of lines, as formatters indent the content of tags. */
function indentOf(state: StateBlock, from: number, to: number): number {
  let least = Infinity;
  for (let line = from; line < to && least > state.blkIndent; line++) {
    if (!state.isEmpty(line)) least = Math.min(least, state.sCount[line] ?? 0);
  }
  return least === Infinity ? state.blkIndent : Math.max(least, state.blkIndent);
}

function fail(env: PageEnv, line: number, code: string, message: string, hint?: string): void {
  reportProblem(env, line, { code, message, hint });
}

/** Matches opening lines of components to closing lines, in one pass over the page. */
function pairTags(env: PageEnv): Map<number, number> {
  const pairs = new Map<number, number>();
  const open: { name: string; line: number }[] = [];
  let fence: string | undefined;
  env.lines.forEach((raw, line) => {
    const before = fence;
    fence = nextFence(fence, raw.text);
    if (before !== undefined || fence !== undefined) return;
    const text = raw.text.replace(/^[\s>]*/, "");
    const closing = closingNameOf(text);
    if (closing !== undefined) {
      const index = open.findLastIndex(({ name }) => name === closing);
      const opener = open[index];
      if (opener === undefined) return;
      pairs.set(opener.line, line);
      open.length = index;
      return;
    }
    const name = openingNameAt(text);
    if (name !== undefined && !/\/>\s*$/.test(text) && !text.includes(`</${name}`)) open.push({ name, line });
  });
  return pairs;
}

function closingNameOf(line: string): string | undefined {
  const tag = closingTagAt(line);
  return tag?.end === line.trimEnd().length ? tag.name : undefined;
}
