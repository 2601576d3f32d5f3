// :::note Title
// Markdown; a longer fence can contain a shorter one.
// :::
// :::details Title
// Markdown that is shown on a click
// :::
// :::steps
// 1. A list in another form
// :::
import type { MarkdownIt, StateBlock, Token } from "markdown-it";
import { startTag } from "../../shared/text.ts";
import { type TextDeclaration, translate } from "../../shared/translate.ts";
import { attribute, type PageEnv, pageOf, reportProblem, sourceLineOf } from "../env.ts";

/** Kinds with their default titles; `caution` is shown as a warning. */
export const ADMONITION_KINDS: Readonly<Record<string, { readonly look: string; readonly title: TextDeclaration }>> = {
  note: { look: "note", title: { id: "theme.admonition.note", message: "Note" } },
  tip: { look: "tip", title: { id: "theme.admonition.tip", message: "Tip" } },
  info: { look: "info", title: { id: "theme.admonition.info", message: "Info" } },
  warning: { look: "warning", title: { id: "theme.admonition.warning", message: "Warning" } },
  caution: { look: "warning", title: { id: "theme.admonition.caution", message: "Caution" } },
  danger: { look: "danger", title: { id: "theme.admonition.danger", message: "Danger" } },
  details: { look: "details", title: { id: "theme.admonition.details", message: "Details" } },
  // Former names in Docusaurus.
  important: { look: "info", title: { id: "theme.admonition.important", message: "Important" } },
  secondary: { look: "note", title: { id: "theme.admonition.secondary", message: "Secondary" } },
  success: { look: "tip", title: { id: "theme.admonition.success", message: "Success" } },
};

const BULLETS = { type: "bullet_list_open", name: "a list", mark: "-" };
/** Containers for a list that is shown in another form: the type of the list, and its name and marks in messages. */
const LISTS: Readonly<Record<string, typeof BULLETS>> = {
  steps: { type: "ordered_list_open", name: "a numbered list", mark: "1." },
  cards: BULLETS,
  "file-tree": BULLETS,
};

/** Names that may follow `:::`. */
export const ADMONITION_NAMES: readonly string[] = [...Object.keys(ADMONITION_KINDS), ...Object.keys(LISTS)];

const OPENING = /^(:{3,})\s*([A-Za-z][\w-]*)\s*(.*)$/s;
/** Matches `[Title]{.class #id}`; both parts are optional. */
const DIRECTIVE = /^(?:\[(.*)\])?\s*(?:\{([^{}]*)\})?$/s;
const CLOSING = /^(:{3,})\s*$/;

/** Parses admonitions: containers between lines of three or more colons. */
export function containers(md: MarkdownIt): void {
  md.block.ruler.before("fence", "admonition", admonition, {
    alt: ["paragraph", "reference", "blockquote", "list"],
  });
  md.renderer.rules.admonition_open = (tokens, index) => {
    const id = attribute(tokens[index], "id") || undefined;
    return startTag("div", { class: `admonition ${tokens[index]?.info}`, id });
  };
  md.renderer.rules.admonition_close = () => "</div></div>\n";
  md.renderer.rules.admonition_title_open = () => '<p class="admonition-title">';
  md.renderer.rules.admonition_title_close = () => '</p><div class="admonition-body">\n';
}

function admonition(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const opening = OPENING.exec(lineText(state, startLine).trimEnd());
  if (opening === null || isCode(state, startLine)) return false;
  const env = pageOf(state.env);
  const [, colons = ":::", name = "", rest = ""] = opening;
  const kind = Object.hasOwn(ADMONITION_KINDS, name) ? ADMONITION_KINDS[name] : undefined;
  const list = Object.hasOwn(LISTS, name) ? LISTS[name] : undefined;
  if (kind === undefined && list === undefined) return false;
  if (silent) return true;

  const closingLine = findClosing(state, startLine, endLine, colons.length);
  if (closingLine === undefined) {
    const message = `"${colons}${name}" is not closed`;
    const hint = `close it with a line of ${colons}${mismatchedMarkHint(env, startLine, endLine, (mark) => mark.startsWith(":") && mark !== colons)}`;
    reportProblem(env, startLine, { code: "unclosed", message, hint });
  }
  const from = state.tokens.length;
  const close = kind === undefined ? undefined : openBox(state, kind, rest, [startLine, closingLine ?? endLine]);
  const body = state.tokens.length;
  parseLines(state, startLine + 1, closingLine ?? endLine);
  if (kind !== undefined && rest === "" && state.tokens.length === body) {
    const message = `"${colons}${name}" is empty`;
    const hint = "write a text between its two lines, or remove them";
    reportProblem(env, startLine, { severity: "warning", code: "admonition", message, hint });
  }
  close?.();
  if (list !== undefined) {
    const { line = startLine, hint } = markList(state, from, list, name);
    const message = `"${colons}${name}" must contain ${list.name} and nothing else`;
    if (rest !== "") reportProblem(env, startLine, { code: "admonition", message, hint: "remove the title" });
    else if (hint !== undefined) reportProblem(env, line, { code: "admonition", message, hint });
  }
  state.line = closingLine === undefined ? endLine : closingLine + 1;
  return true;
}

/** Gives the lists of a container their form. @returns the remedy and the line, if there is not one list and nothing else */
function markList(state: StateBlock, from: number, { type, name, mark }: typeof BULLETS, form: string) {
  const blocks = state.tokens.slice(from).filter(({ level, nesting }) => level === state.level && nesting >= 0);
  const lists = blocks.filter((block) => block.type === type);
  for (const list of lists) list.attrJoin("class", form);
  const other = blocks.find((block) => block !== lists[0]);
  if (other === undefined) return { hint: lists.length === 0 ? `write ${name} in it` : undefined };
  const isList = lists.length === 0 && other.type.endsWith("_list_open");
  const hint = isList ? `write ${mark} before each item` : "move titles and other blocks out of it";
  return { line: other.map?.[0], hint };
}

/** Adds the beginning of an admonition with its title. @returns adds its end */
function openBox(
  state: StateBlock,
  kind: { readonly look: string; readonly title: TextDeclaration },
  rest: string,
  map: [from: number, to: number],
): () => void {
  const env = pageOf(state.env);
  const [startLine] = map;
  const [directive, bracketed = "", marks = ""] = DIRECTIVE.exec(rest) ?? [];
  const title = (directive === undefined ? rest : bracketed).trim() || translate(env.texts, kind.title);
  const isFolded = kind.look === "details";
  const classes = Array.from(marks.matchAll(/\.([\w-]+)/g), ([, className]) => className).join(" ");
  const id = /#([\w-]+)/.exec(marks)?.[1];
  const details = startTag("details", { class: classes || undefined, id });
  const token = isFolded ? pushHtml(state, `${details}<summary>`) : state.push("admonition_open", "div", 1);
  token.info = classes === "" ? kind.look : `${kind.look} ${classes}`;
  if (id !== undefined && !isFolded) {
    token.attrSet("id", id);
    env.ids.push({ ...sourceLineOf(env, startLine), column: 1, id });
  }
  Object.assign(token, { meta: { kind: translate(env.texts, kind.title) }, block: true, map });
  if (!isFolded) state.push("admonition_title_open", "p", 1);
  Object.assign(state.push("inline", "", 0), { content: title, map: [startLine, startLine + 1], children: [] });
  if (isFolded) pushHtml(state, "</summary>\n");
  else state.push("admonition_title_close", "p", -1);
  return () => {
    if (isFolded) pushHtml(state, "</details>\n");
    else state.push("admonition_close", "div", -1);
  };
}

/** Adds raw HTML, to be handled like tags in the page. */
function pushHtml(state: StateBlock, html: string): Token {
  return Object.assign(state.push("html_block", "", 0), { content: html, map: [state.line, state.line + 1] });
}

/**
 * Finds a line that looks like the end of an unclosed container or fence, for the end of a hint; empty if there is
 * none.
 *
 * @param isMeant whether a marker that is alone on its line could have been meant as the end
 */
export function mismatchedMarkHint(
  env: PageEnv,
  startLine: number,
  endLine: number,
  isMeant = (_mark: string) => true,
): string {
  for (let line = startLine + 1; line < endLine; line++) {
    const mark = /^[\s>]*(:{3,}|`{3,}|~{3,})\s*$/.exec(env.lines[line]?.text ?? "")?.[1];
    if (mark !== undefined && isMeant(mark))
      return `; the ${mark} on line ${sourceLineOf(env, line).line} does not close it`;
  }
  return "";
}

/** Line of the closing fence: at least as long as the opening one, and not that of a block inside. */
function findClosing(state: StateBlock, startLine: number, endLine: number, length: number): number | undefined {
  const nested: number[] = [];
  let codeFence: string | undefined;
  for (let line = startLine + 1; line < endLine; line++) {
    const text = lineText(state, line);
    if (text !== "" && (state.sCount[line] ?? 0) < state.blkIndent) return undefined;
    const mark = /^(`{3,}|~{3,})/.exec(text)?.[1];
    if (mark !== undefined) {
      if (codeFence === undefined) codeFence = mark;
      else if (mark.startsWith(codeFence) && text.trim() === mark) codeFence = undefined;
      continue;
    }
    if (codeFence !== undefined) continue;
    const closing = CLOSING.exec(text)?.[1]?.length ?? 0;
    if (closing >= length && (nested.at(-1) ?? Infinity) > closing) return line;
    if (closing >= length) nested.pop();
    const inner = OPENING.exec(text)?.[1]?.length ?? 0;
    if (inner >= length) nested.push(inner);
  }
  return undefined;
}

/** The text of a line without its indentation. */
export function lineText(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
}

/** Parses lines as the content of a container. @param blkIndent their indentation */
export function parseLines(state: StateBlock, from: number, to: number, blkIndent: number = state.blkIndent): void {
  const { lineMax, parentType, blkIndent: outerIndent } = state;
  Object.assign(state, { lineMax: to, parentType: "blockquote", blkIndent });
  state.md.block.tokenize(state, from, to);
  Object.assign(state, { lineMax, parentType, blkIndent: outerIndent });
}

/** Whether a line is indented code, by four or more columns. */
export function isCode(state: StateBlock, line: number): boolean {
  return (state.sCount[line] ?? 0) - state.blkIndent >= 4;
}
