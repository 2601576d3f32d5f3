// <Tabs groupId="pm">
// Markdown inside
// </Tabs>
import type { MarkdownIt, StateBlock } from "markdown-it";
import { didYouMean } from "../../shared/nearest.ts";
import { type ComponentProps, type PageEnv, type PropValue, pageOf, report } from "../env.ts";
import { isCode, lineText } from "./admonition.ts";

const MAX_DEPTH = 30;
/** A capital letter, and a small one anywhere: `<DIV>` is HTML, `<Tabs>` a component. */
const NAME = "([A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*)";
const OPENING = new RegExp(`^<${NAME}(?=[\\s/>]|$)`);
const CLOSING = new RegExp(`^</${NAME}\\s*>\\s*$`);
const ATTRIBUTE = /\s+([A-Za-z][\w-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(\{)))?/y;

/** A parsed opening tag of a component. */
interface OpenTag {
  readonly name: string;
  readonly props: ComponentProps;
  readonly selfClosing: boolean;
  /** Offset after the tag's `>`. */
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
  if (typeof tag === "string") {
    if (silent) return true;
    fail(env, startLine, "component", tag);
    state.line = startLine + 1;
    return true;
  }
  const tagLine = startLine + state.src.slice(start, start + tag.end).split("\n").length - 1;
  const rest = state.src.slice(start + tag.end, state.eMarks[tagLine]).trim();
  const oneLine = new RegExp(`^(.*)</${tag.name}\\s*>$`).exec(rest);
  if (rest !== "" && (oneLine === null || tag.selfClosing)) return false;
  if (silent) return true;

  const known = env.componentNames.includes(tag.name);
  if (!known) {
    const hint = `write it in backticks if it is text; components: ${env.componentNames.join(", ")}`;
    fail(
      env,
      startLine,
      "unknown-component",
      `unknown component <${tag.name}>${didYouMean(tag.name, env.componentNames)}`,
      hint,
    );
  }
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
    fail(env, startLine, "unclosed", `<${name}> is not closed`, `end it with </${name}> on a line of its own`);
  }
  const last = closingLine ?? endLine;
  if (state.level >= MAX_DEPTH) {
    fail(env, startLine, "nesting", `components are nested deeper than ${MAX_DEPTH}`);
    return closingLine === undefined ? endLine : closingLine + 1;
  }
  const { lineMax, parentType } = state;
  state.lineMax = last;
  state.parentType = "blockquote";
  state.md.block.tokenize(state, tagLine + 1, last);
  state.lineMax = lineMax;
  state.parentType = parentType;
  return closingLine === undefined ? endLine : closingLine + 1;
}

function fail(env: PageEnv, line: number, code: string, message: string, hint?: string): void {
  report(env, line, { severity: "error", code, message, ...(hint === undefined ? {} : { hint }) });
}

/** Matches opening lines of components to closing lines, in one pass over the page. */
function pairTags(env: PageEnv): Map<number, number> {
  const pairs = new Map<number, number>();
  const open: { name: string; line: number }[] = [];
  let fence: string | undefined;
  env.lines.forEach((raw, line) => {
    const text = raw.text.replace(/^[\s>]*/, "");
    const mark = /^(`{3,}|~{3,})/.exec(text)?.[1];
    if (mark !== undefined) {
      if (fence === undefined) fence = mark;
      else if (mark.startsWith(fence) && text.trim() === mark) fence = undefined;
      return;
    }
    if (fence !== undefined) return;
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

/** Parses an opening tag at the start of a text; undefined where there is none, a message where it is malformed. */
export function parseTag(source: string): OpenTag | string | undefined {
  const name = OPENING.exec(source)?.[1];
  if (name === undefined) return undefined;
  const props: Record<string, PropValue> = {};
  let position = name.length + 1;
  for (;;) {
    const end = /\s*(\/?)>/y;
    end.lastIndex = position;
    const closed = end.exec(source);
    if (closed !== null) return { name, props, selfClosing: closed[1] === "/", end: end.lastIndex };
    ATTRIBUTE.lastIndex = position;
    const match = ATTRIBUTE.exec(source);
    if (match === null) return undefined;
    const [, key = "", double, single, brace] = match;
    position = ATTRIBUTE.lastIndex;
    if (brace === undefined) {
      props[key] = double ?? single ?? true;
      continue;
    }
    const value = parseBraces(source, position);
    if (value === undefined) {
      return `<${name}>: the value of "${key}" is not JSON; braces hold a number, true, false, null, a text, a list or an object`;
    }
    props[key] = value.value;
    position = value.end;
  }
}

/** Parses JSON up to the matching closing brace. @param start offset after the opening brace */
function parseBraces(source: string, start: number): { value: PropValue; end: number } | undefined {
  let depth = 1;
  let inText = false;
  for (let index = start; index < source.length && index - start < 10_000; index++) {
    const char = source[index];
    if (char === "\\" && inText) index++;
    else if (char === '"') inText = !inText;
    else if (inText) continue;
    else if (char === "{") depth++;
    else if (char === "}" && --depth === 0) {
      try {
        return { value: JSON.parse(source.slice(start, index)) as PropValue, end: index + 1 };
      } catch {
        return undefined;
      }
    }
  }
  return undefined;
}
