import type { MarkdownIt, RendererRule, StateBlock, Token } from "markdown-it";
import { count, startTag } from "../../shared/text.ts";
import { attribute, type PageEnv, pageOf, reportProblem } from "../env.ts";
import { isCode, lineText } from "./containers.ts";

/** Maximum number of cells per page, as each takes more than a kilobyte of memory. */
const MAX_CELLS = 100_000;
/** From this number of columns, a table has a minimum width, and its first column stays while the rest scrolls. */
const WIDE_COLUMNS = 5;
/** From this number of columns, rows are lists on phones: cells carry the text of their header. */
const MANY_COLUMNS = 7;
/** A table whose longest words need more characters side by side is wider than a phone: its rows are lists there, too. */
const PHONE_CHARACTERS = 42;
/** Space between two columns, in characters. */
const GAP_CHARACTERS = 2;
const DELIMITERS = /^[|:-][|:\s-]*$/;

/** Wraps tables in an element that scrolls and can be focused. */
export function tables(md: MarkdownIt): void {
  md.block.ruler.before("table", "large_table", largeTable);
  md.core.ruler.before("inline", "table_lines", (state) => {
    const env = pageOf(state.env);
    let row: [number, number] | null = null;
    let column = 0;
    let cell = 0;
    let table: Shape = { labels: [], isList: false };
    for (const [index, token] of state.tokens.entries()) {
      if (token.type === "inline" && state.tokens[index - 1]?.type === "paragraph_open") tellNoTable(env, token);
      if (token.type === "table_open") {
        table = shapeOf(state.tokens, index);
        const classes = [...(table.labels.length < WIDE_COLUMNS ? [] : ["wide"]), ...(table.isList ? ["many"] : [])];
        if (classes.length > 0) token.attrSet("class", classes.join(" "));
      }
      if (token.type === "tr_open") {
        row = token.map;
        column = 0;
        cell = 0;
        if (row !== null && state.tokens[index - 1]?.type !== "thead_open") {
          tellLostCells(env, row[0], table.labels.length);
        }
      } else if (token.type === "tr_close") row = null;
      else if (token.type === "td_open") {
        if (table.isList && cell > 0) token.attrSet("data-label", table.labels[cell] ?? "");
        cell++;
      } else if (token.type === "th_open" && state.tokens[index + 1]?.content === "") {
        // The empty corner of a table isn't a header.
        for (const cellToken of [token, state.tokens[index + 2]]) if (cellToken !== undefined) cellToken.tag = "td";
      } else if (token.type === "inline" && token.map === null && row !== null) {
        token.map = row;
        // Searched from the end of the previous cell; bars are escaped in the source.
        const line = env.lines[row[0]]?.text ?? "";
        const written = token.content.replaceAll("|", "\\|");
        column = Math.max(column, line.indexOf(written, column));
        token.meta = { column };
        column += written.length;
      }
    }
  });
  md.renderer.rules.table_open = (tokens, index, _options, _env, renderer) => {
    const opening = tokens[index];
    return `<div class="table" tabindex="0"><table${opening === undefined ? "" : renderer.renderAttrs(opening)}>\n`;
  };
  md.renderer.rules.table_close = () => "</table></div>\n";
  md.renderer.rules.th_open = renderAlignedCell;
  md.renderer.rules.td_open = renderAlignedCell;
}

/** A line below the head of a table, with two columns or more. */
const DELIMITER_ROW = /^\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$/;

/** Reports a table that is text because the line below its head has another number of columns. */
function tellNoTable(env: PageEnv, { content, map }: Token): void {
  const lines = content.split("\n");
  const row = lines.findIndex((line, index) => index > 0 && DELIMITER_ROW.test(line.trim()));
  const columnsOf = (line = "") =>
    line
      .trim()
      .replace(/^\||(?<!\\)\|$/g, "")
      .split(/(?<!\\)\|/).length;
  const [head, rule] = [columnsOf(lines[row - 1]), columnsOf(lines[row])];
  if (row < 1 || lines[row - 1]?.includes("|") !== true || head === rule) return;
  const message = `no table: its head has ${count(head, "column")}, the line below has ${count(rule, "column")}`;
  const hint = `write ${"| --- ".repeat(head)}|`;
  reportProblem(env, (map?.[0] ?? 0) + row, { severity: "warning", code: "table", message, hint });
}

/** What decides how a table is shown. */
interface Shape {
  /** Texts of the header. */
  readonly labels: readonly string[];
  /** Rows are lists of headers and values on phones. */
  readonly isList: boolean;
}

/** @param start index of the token that opens the table */
function shapeOf(tokens: readonly Token[], start: number): Shape {
  const labels: string[] = [];
  const widths: number[] = [];
  let cell = 0;
  for (let index = start; index < tokens.length && tokens[index]?.type !== "table_close"; index++) {
    const { type } = tokens[index] as Token;
    if (type === "tr_open") cell = 0;
    if (type !== "th_open" && type !== "td_open") continue;
    const text = (tokens[index + 1]?.content ?? "").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`*]/g, "");
    if (type === "th_open") labels.push(text);
    // Headers have one line.
    const words = type === "th_open" ? [text] : text.split(/[\s-]+/);
    widths[cell] = Math.max(widths[cell] ?? 0, ...words.map(({ length }) => length));
    cell++;
  }
  const needed = widths.reduce((sum, width) => sum + width + GAP_CHARACTERS, -GAP_CHARACTERS);
  return { labels, isList: labels.length >= MANY_COLUMNS || needed > PHONE_CHARACTERS };
}

/** Reports cells beyond the last column, which the parser drops. */
function tellLostCells(env: PageEnv, line: number, columns: number): void {
  const row = env.lines[line]?.text ?? "";
  // Most rows have a bar at both ends and none too many.
  if (/^\s*\|.*\|\s*$/.test(row) && row.split("|").length <= columns + 2) return;
  const cells = row.split(/(?<!\\)\|/);
  if (/^[\s>]*$/.test(cells[0] ?? "")) cells.shift();
  const extraCells = cells.slice(columns).filter((text) => text.trim() !== "");
  if (extraCells.length === 0) return;
  const message = `the table has ${count(columns, "column")}, so "${extraCells.join("|").trim()}" is left out`;
  const hint = "write \\| for a bar in a cell, even in code, or add a column to the table's header";
  reportProblem(env, line, { severity: "warning", code: "table", message, hint });
}

/** Skips a table that would exceed the maximum number of cells in the page. */
function largeTable(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const header = lineText(state, startLine);
  if (silent || !header.includes("|") || startLine + 1 >= endLine || isCode(state, startLine)) return false;
  if (!DELIMITERS.test(lineText(state, startLine + 1))) return false;
  const columns = header.split("|").length;
  let line = startLine;
  // Rows without a bar are not counted: the parser adds few cells to them.
  while (line < endLine && lineText(state, line).includes("|")) line++;
  const env = pageOf(state.env);
  env.cellCount += columns * (line - startLine);
  if (env.cellCount <= MAX_CELLS) return false;
  env.cellCount -= columns * (line - startLine);
  const message = `this table takes the page to more than ${count(MAX_CELLS, "cell")}`;
  const hint = "split the page, or offer the table as a file";
  reportProblem(env, startLine, { code: "table", message, hint });
  state.line = line;
  return true;
}

/** Alignment as a class: the content security policy allows no inline styles in content. */
const renderAlignedCell: RendererRule = (tokens, index) => {
  const token = tokens[index];
  const align = /text-align:(?!left)(\w+)/.exec(attribute(token, "style"))?.[1];
  const label = attribute(token, "data-label") || undefined;
  return startTag(token?.tag ?? "td", { scope: token?.tag === "th" && "col", class: align, "data-label": label });
};
