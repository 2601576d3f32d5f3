// <Tabs groupId="pm">
// Markdown inside
// </Tabs>
import type { MarkdownIt, StateBlock } from "markdown-it";
import { didYouMean } from "../../shared/nearest.ts";
import { type ComponentProps, type PageEnv, type PropValue, pageOf, reportProblem } from "../env.ts";
import { nextFence } from "../include.ts";
import { parseAttributes } from "../jsx.ts";
import { CARDS } from "../render-tokens.ts";
import { isCode, lineText } from "./admonition.ts";

const MAX_DEPTH = 30;
/** A capital letter and, anywhere, a small one: `<Tabs>` is a component, `<DIV>` is HTML. */
const NAME = "([A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*)";
const OPENING = new RegExp(`^<${NAME}(?=[\\s/>]|$)`);
const CLOSING = new RegExp(`^</${NAME}\\s*>\\s*$`);

/** A parsed opening tag of a component. */
interface OpenTag {
  readonly name: string;
  readonly props: ComponentProps;
  /** Names of attributes whose braces contain code. */
  readonly codes: readonly string[];
  readonly selfClosing: boolean;
  /** Offset after the tag's `>`; -1 if a brace is not closed. */
  readonly end: number;
}

/**
 * Parses components: a tag at the start of a line, alone or followed by content and closing tag. Anything else in angle
 * brackets is text or HTML.
 */
export function components(md: MarkdownIt): void {
  md.block.ruler.before("html_block", "component", component, { alt: ["paragraph", "reference", "blockquote"] });
}

function component(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const text = lineText(state, startLine);
  if (!text.startsWith("<") || isCode(state, startLine)) return false;
  const env = pageOf(state.env);
  const stray = CLOSING.exec(text);
  if (stray !== null) {
    if (silent) return true;
    fail(env, startLine, "unclosed", `"</${stray[1]}>" closes nothing`, `open it with <${stray[1]}> or remove it`);
    state.line = startLine + 1;
    return true;
  }
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  const tag = parseTag(state.src.slice(start, state.eMarks[endLine - 1]));
  if (tag === undefined) return false;
  if (tag.end < 0) {
    if (silent) return true;
    fail(env, startLine, "component", `<${tag.name}>: braces in the tag are not closed`);
    state.line = startLine + 1;
    return true;
  }
  const tagLine = startLine + state.src.slice(start, start + tag.end).split("\n").length - 1;
  const rest = state.src.slice(start + tag.end, state.eMarks[tagLine]).trim();
  const oneLine = new RegExp(`^(.*)</${tag.name}\\s*>$`).exec(rest);
  if (rest !== "" && (oneLine === null || tag.selfClosing)) return false;
  if (silent) return true;

  checkTag(env, startLine, tag);
  const token = state.push("component_open", "", 1);
  token.info = tag.name;
  token.meta = tag.props;
  token.block = true;
  if (oneLine !== null) {
    const inline = state.push("inline", "", 0);
    inline.content = (oneLine[1] ?? "").trim();
    inline.map = [startLine, tagLine + 1];
    inline.children = [];
    state.line = tagLine + 1;
  } else if (tag.selfClosing) {
    state.line = tagLine + 1;
  } else {
    state.line = content(state, env, tag.name, startLine, tagLine, endLine);
  }
  token.map = [startLine, state.line];
  state.push("component_close", "", -1).info = tag.name;
  return true;
}

/** The problem of a tag that is not the name of a component. */
export function unknownComponent({ componentNames }: PageEnv, name: string) {
  if (name === "Include") {
    const hint = 'write <Include file="./_part.md" /> on a line of its own, indented only by spaces';
    return { code: "include", message: "this <Include> includes no file", hint };
  }
  const hint = `write it in backticks if it is text, or add it to components in site.config.ts; components: ${componentNames.join(", ")}`;
  const message = `unknown component <${name}>${didYouMean(name, componentNames)}`;
  return { code: "unknown-component", message, hint };
}

function checkTag(env: PageEnv, line: number, { name, codes }: OpenTag): void {
  if (env.imported.has(name)) return;
  if (!env.componentNames.includes(name)) {
    reportProblem(env, line, unknownComponent(env, name));
    return;
  }
  for (const key of codes) {
    // Docusaurus pages pass the items of a card list by code; here the component finds them itself.
    if (name === CARDS && key === "items") continue;
    const hint = "write a literal: a string, a number, true, false, null, an array or an object";
    fail(env, line, "component", `<${name}>: "${key}" contains code, which Markdown pages do not run`, hint);
  }
}

/** Parses the content between the tags. @returns the line after the closing tag */
function content(
  state: StateBlock,
  env: PageEnv,
  name: string,
  startLine: number,
  tagLine: number,
  endLine: number,
): number {
  env.componentPairs ??= pairTags(env);
  const paired = env.componentPairs.get(startLine);
  const closingLine = paired !== undefined && paired < endLine ? paired : undefined;
  if (closingLine === undefined) {
    fail(env, startLine, "unclosed", `<${name}> is not closed`, `close it with </${name}> on a line of its own`);
  }
  const last = closingLine ?? endLine;
  if (state.level >= MAX_DEPTH) {
    fail(env, startLine, "nesting", `components are nested deeper than ${MAX_DEPTH}`);
    return closingLine === undefined ? endLine : closingLine + 1;
  }
  const { lineMax, parentType, blkIndent } = state;
  state.lineMax = last;
  state.parentType = "blockquote";
  state.blkIndent = indentOf(state, tagLine + 1, last);
  state.md.block.tokenize(state, tagLine + 1, last);
  state.lineMax = lineMax;
  state.parentType = parentType;
  state.blkIndent = blkIndent;
  return closingLine === undefined ? endLine : closingLine + 1;
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
    const closing = CLOSING.exec(text)?.[1];
    if (closing !== undefined) {
      const index = open.findLastIndex(({ name }) => name === closing);
      const opener = open[index];
      if (opener === undefined) return;
      pairs.set(opener.line, line);
      open.length = index;
      return;
    }
    const name = OPENING.exec(text)?.[1];
    if (name !== undefined && !/\/>\s*$/.test(text) && !text.includes(`</${name}`)) open.push({ name, line });
  });
  return pairs;
}

/** Parses an opening tag at the start of a text; undefined if there is none. */
export function parseTag(source: string): OpenTag | undefined {
  const name = OPENING.exec(source)?.[1];
  const rest = name === undefined ? undefined : parseAttributes(source, name.length + 1);
  if (name === undefined || rest === undefined) return undefined;
  if (rest === "unclosed") return { name, props: {}, codes: [], selfClosing: false, end: -1 };
  const { attributes, selfClosing, end } = rest;
  const props: Record<string, PropValue> = {};
  for (const { name: key, value } of attributes) if (value !== undefined) props[key] = value;
  return {
    name,
    props,
    codes: attributes.flatMap((one) => (one.value === undefined ? one.name : [])),
    selfClosing,
    end,
  };
}
