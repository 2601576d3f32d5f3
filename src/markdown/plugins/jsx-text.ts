// {/* comment */}   {' '}   <span style={{ color: "red" }} className="x">   <pre>{`code`}</pre>
import type { MarkdownIt, StateBlock, StateInline } from "markdown-it";
import type { Place } from "../../shared/problem.ts";
import { escapeHtml } from "../../shared/text.ts";
import { type PageEnv, pageOf, positionOf, sourceLineOf } from "../env.ts";
import { endOfBraces, htmlAttributes, literalOf, parseAttributes, type TagRest, tagHeadAt } from "../jsx.ts";
import { lineText } from "./admonition.ts";
import { unknownComponent } from "./component.ts";
import { lastIndex } from "./guards.ts";
import { offsetOf } from "./position.ts";

/** Maximum length of an expression, in characters: without it, many unclosed braces would take quadratic time. */
const MAX_INLINE = 500;
const MAX_FLOW = 2000;
const COMMENT = "{/*";
const COMMENT_END = "*/}";
/** The name of a component, `Badge` or `Foo.Bar`; `<DIV>` is HTML, and `<T>` a type. */
const COMPONENT = /^[A-Z][A-Za-z0-9]*[a-z]/;
/**
 * The beginning of an expression: of a call, a function, an element, a spread or a template. Not `{=SUM(A1:A2)}` or
 * `{#id}`.
 */
const EXPRESSION = /^\s*(?:[\w$(!"'`[]|\.\.\.)/;
const CODE = /[\w$]\(|=>|(?:&&|\|\||\?|\()\s*<[\w>]|^\s*\.\.\.|\$\{/;
/** Variables that Docusaurus defines in each page. */
const GIVEN = /^\s*(?:props|frontMatter|toc|contentTitle|assets)[.[]/;

/**
 * Handles JSX in pages written for Docusaurus: comments are removed and literals replaced by their values. Code, and
 * components inside a paragraph or HTML, are reported and left out.
 */
export function jsxText(md: MarkdownIt): void {
  md.block.ruler.before("html_block", "jsx_flow", jsxFlow);
  md.inline.ruler.before("html_inline", "jsx_tag", jsxTag);
  md.inline.ruler.before("html_inline", "jsx_braces", jsxBraces);
  md.core.ruler.push("jsx_text", (state) => {
    const env = pageOf(state.env);
    for (const block of state.tokens) {
      if (block.type === "html_block" && mayBeJsx(block.content)) {
        block.content = htmlOf(env, block.content, (offset) => positionOf(env, block, offset));
        env.blockLines.delete(block);
      }
      for (const token of block.children ?? []) {
        // The alternative text of an image has tokens of its own.
        for (const one of token.type === "image" ? (token.children ?? []) : [token]) {
          if (one.info !== JSX) continue;
          one.content = htmlOf(env, one.content, (offset) => positionOf(env, block, offsetOf(env, token) + offset));
        }
      }
    }
  });
}

function mayBeJsx(html: string): boolean {
  if (tagHeadAt(html, 0)?.name.toLowerCase() === "script") return false;
  return (
    /\{|className=|htmlFor=/.test(html) ||
    html
      .split("<")
      .slice(1)
      .some((rest) => /^[A-Z]/.test(rest))
  );
}

/** `info` of `html_inline` tokens with JSX. */
const JSX = "jsx";

/** Parses a block that consists of a comment or of an expression with code. */
function jsxFlow(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const text = lineText(state, startLine);
  if (!text.startsWith("{") || text.startsWith("{{") || silent) return false;
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  const source = state.src.slice(start, state.eMarks[endLine - 1]);
  const isComment = source.startsWith(COMMENT);
  const end = isComment
    ? lastIndex(state, COMMENT_END) > start && source.indexOf(COMMENT_END) + COMMENT_END.length
    : endOfBraces(source, 1, MAX_FLOW);
  if (end === undefined || end === false || end < COMMENT_END.length) return false;
  const lastLine = startLine + source.slice(0, end).split("\n").length - 1;
  const rest = state.src.slice(start + end, state.eMarks[lastLine]);
  const env = pageOf(state.env);
  if (isComment && /^\{\/\*\s*truncate\s/.test(source)) return false;
  if (!isComment && (rest.trim() !== "" || !isCode(env, source.slice(1, end - 1)))) return false;
  // A comment within a paragraph is left to `jsxBraces`.
  if (rest.trim() !== "" && !/\n[ \t]*\n/.test(source.slice(0, end))) return false;
  if (!isComment) reportCode(env, { ...sourceLineOf(env, startLine), column: 1 }, source.slice(0, end));
  state.line = rest.trim() === "" ? lastLine + 1 : lastLine;
  if (rest.trim() !== "") {
    state.bMarks[lastLine] = start + end;
    state.tShift[lastLine] = rest.length - rest.trimStart().length;
  }
  return true;
}

function jsxBraces(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  // Not braces of other languages: `{{ x }}`, `${x}`, `{% x %}`.
  if (src[pos] !== "{" || /[{$%#]/.test(src[pos - 1] ?? "") || /[{%#]/.test(src[pos + 1] ?? "")) return false;
  const env = pageOf(state.env);
  const isComment = src.startsWith(COMMENT, pos);
  if (isComment && lastIndex(state, COMMENT_END) < pos) return false;
  const end = isComment ? src.indexOf(COMMENT_END, pos) + COMMENT_END.length : endOfBraces(src, pos + 1, MAX_INLINE);
  if (end === undefined || end > state.posMax) return false;
  const code = src.slice(pos + 1, end - 1);
  const text = isComment ? "" : textOf(code);
  if (text === undefined && !isCode(env, code)) return false;
  if (!silent && text === undefined) pushHtml(state, end);
  else if (!silent) state.pending += text;
  state.pos = end;
  return true;
}

/** Parses a tag of JSX inside a text: a component, or an element with a value in braces. */
function jsxTag(state: StateInline, silent: boolean): boolean {
  const head = tagHeadAt(state.src, state.pos);
  if (head === undefined) return false;
  const { name, isEnd } = head;
  const rest = isEnd ? undefined : parseAttributes(state.src, head.end, MAX_INLINE);
  if (rest === "unclosed" || (rest === undefined && !isEnd)) return false;
  const end = rest?.end ?? state.src.indexOf(">", state.pos) + 1;
  if (end > state.posMax || end === 0) return false;
  const isJsx = COMPONENT.test(name)
    ? (isEnd || !/\w/.test(state.src[state.pos - 1] ?? "")) &&
      isComponent(pageOf(state.env), name, rest, () =>
        isEnd ? lastIndex(state, `<${name}`) >= 0 : lastIndex(state, `</${name}`) > state.pos,
      )
    : rest?.attributes.some(isOfJsx) === true;
  if (!isJsx) return false;
  if (!silent) {
    pushHtml(state, end);
    if (name === "a") state.linkLevel++;
  }
  state.pos = end;
  return true;
}

function pushHtml(state: StateInline, end: number): void {
  const token = state.push("html_inline", "", 0);
  token.content = state.src.slice(state.pos, end);
  token.info = JSX;
}

function isOfJsx({ name, isBraced }: TagRest["attributes"][number]): boolean {
  return isBraced || name === "className" || name === "htmlFor";
}

/** Whether a tag belongs to a component, rather than being the name of a type in prose. */
function isComponent(env: PageEnv, name: string, rest: TagRest | undefined, hasOther: () => boolean): boolean {
  if (env.imported.has(name.split(".", 1)[0] ?? "")) return true;
  return rest?.selfClosing === true || rest?.attributes.some(({ value }) => value !== true) === true || hasOther();
}

/** The text of an expression that is a string literal; undefined for others. */
function textOf(code: string): string | undefined {
  const literal = /^\s*["'`]/.test(code) ? literalOf(code) : undefined;
  return literal === undefined ? undefined : String(literal.value);
}

function isCode(env: PageEnv, code: string): boolean {
  return (EXPRESSION.test(code) && CODE.test(code)) || GIVEN.test(code) || isImported(env, code);
}

/** Whether code begins with an imported or exported name. Such names are reported at the statement. */
function isImported(env: PageEnv, code: string): boolean {
  const root = /^\s*([A-Za-z_$][\w$]*)\s*(?=[.[?(]|$)/.exec(code)?.[1];
  return root !== undefined && env.imported.has(root);
}

/** Converts raw HTML with JSX to plain HTML. Code and components are reported and left out. */
function htmlOf(env: PageEnv, html: string, place: (offset: number) => Place): string {
  const isStyle = tagHeadAt(html, 0)?.name.toLowerCase() === "style";
  const closed = new Set(
    html
      .split("</")
      .slice(1)
      .map((rest) => /^[A-Z][\w.]*/.exec(rest)?.[0]),
  );
  const lastComment = html.lastIndexOf(COMMENT_END);
  const lastHtmlComment = html.lastIndexOf("-->");
  let result = "";
  let from = 0;
  for (const { 0: sign, index } of html.matchAll(/[<{]/g)) {
    if (index < from) continue;
    const found =
      sign === "{"
        ? expressionAt(env, html, index, lastComment)
        : html.startsWith("<!--", index)
          ? htmlCommentAt(html, index, lastHtmlComment)
          : tagAt(env, html, index, closed, place);
    if (found === undefined || found.end <= index) continue;
    if (found.html === undefined) reportCode(env, place(index), html.slice(index, found.end));
    const text = found.text ?? found.html ?? "";
    // Line breaks of a removed part are kept, so that positions in messages stay valid.
    const lines = html.slice(index, found.end).split("\n").length - text.split("\n").length;
    result += html.slice(from, index) + (isStyle ? text : (found.html ?? "")) + "\n".repeat(Math.max(0, lines));
    from = found.end;
  }
  return result + html.slice(from);
}

/** The replacement of a part of the source. */
interface Replacement {
  readonly end: number;
  /** HTML to insert; absent for code, which is reported. */
  readonly html?: string;
  /** The unescaped text, for style elements. */
  readonly text?: string;
}

/** @param last offset of the last `-->` in the HTML */
function htmlCommentAt(html: string, start: number, last: number): Replacement | undefined {
  if (last < start) return undefined;
  const end = html.indexOf("-->", start) + "-->".length;
  return { end, html: html.slice(start, end) };
}

function expressionAt(env: PageEnv, html: string, start: number, lastComment: number): Replacement | undefined {
  if (html.startsWith(COMMENT, start)) {
    return lastComment < start ? undefined : { end: html.indexOf(COMMENT_END, start) + COMMENT_END.length, html: "" };
  }
  const end = endOfBraces(html, start + 1, html[start + 1] === "`" ? undefined : MAX_FLOW);
  if (end === undefined) return undefined;
  const code = html.slice(start + 1, end - 1);
  const text = textOf(code);
  if (text !== undefined) return { end, html: escapeHtml(text), text };
  return isCode(env, code) ? { end } : undefined;
}

function tagAt(
  env: PageEnv,
  html: string,
  start: number,
  closed: ReadonlySet<string | undefined>,
  place: (offset: number) => Place,
): Replacement | undefined {
  const head = tagHeadAt(html, start);
  if (head === undefined) return undefined;
  const { name, isEnd } = head;
  const rest = isEnd ? undefined : parseAttributes(html, head.end, MAX_FLOW);
  if (rest === "unclosed" || (rest === undefined && !isEnd)) return undefined;
  const end = rest?.end ?? html.indexOf(">", start) + 1;
  if (COMPONENT.test(name)) {
    // An inline token consists of one tag, which `jsxTag` has already tested.
    if (end - start < html.length && !isComponent(env, name, rest, () => closed.has(name))) return undefined;
    if (!isEnd) reportComponent(env, place(start), name);
    return { end, html: "" };
  }
  if (rest?.attributes.some(isOfJsx) !== true) return undefined;
  for (const { value, name: key } of rest.attributes) {
    if (value === undefined) reportAttribute(env, place(start), name, key);
  }
  return { end, html: `<${name}${htmlAttributes(rest.attributes)}${rest.selfClosing ? " /" : ""}>` };
}

/** Reports code in braces, unless it begins with a name that was reported at its import. */
export function reportCode(env: PageEnv, place: Place, source: string): void {
  if (isImported(env, source.slice(1, -1))) return;
  const start = source.replace(/\s+/g, " ");
  env.problems.push({
    ...place,
    severity: "error",
    code: "jsx",
    message: `"${start.length > 40 ? `${start.slice(0, 39)}…` : start}" is code, which Markdown pages do not run`,
    hint: "write its result, {vars.name} for a value from the configuration, or backticks around text",
  });
}

function reportAttribute(env: PageEnv, place: Place, tag: string, name: string): void {
  const message = `<${tag}>: "${name}" contains code, which Markdown pages do not run, and is left out`;
  env.problems.push({ ...place, severity: "warning", code: "jsx", message, hint: `write ${name}="…"` });
}

function reportComponent(env: PageEnv, place: Place, name: string): void {
  if (env.imported.has(name.split(".", 1)[0] ?? "")) return;
  const about = { ...place, severity: "error" as const };
  if (env.componentNames.includes(name)) {
    const hint = "put its tags at the start of lines, with blank lines around them";
    env.problems.push({ ...about, code: "component", message: `<${name}> is inside a paragraph or HTML`, hint });
  } else env.problems.push({ ...about, ...unknownComponent(env, name) });
}
