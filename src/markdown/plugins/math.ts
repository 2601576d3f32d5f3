// $a^2$
// $$
// \sum_{i=1}^n i
// $$
import type { MarkdownIt, Token } from "markdown-it";
import { readHtml } from "../../shared/html.ts";
import { offsetOf, pageOf, positionOf, type RenderMath, reportProblem } from "../env.ts";
import { isCode, lineText } from "./containers.ts";

/** Creates a renderer from formulas to MathML, which needs no style sheets or fonts. */
export async function createMath(): Promise<RenderMath> {
  const { default: katex } = await import("katex");
  return (source, displayMode) => {
    const html = katex.renderToString(source, { displayMode, output: "mathml", strict: false });
    const parts = readHtml(html);
    return html.slice(parts[0]?.to, parts.at(-1)?.from);
  };
}

/**
 * Parses formulas between dollar signs by Pandoc's rule: a dollar sign after a space or before a digit doesn't close
 * one, so that prices stay text. Off by default, because of texts such as `$A$1`. A code span binds tighter: a dollar
 * sign inside one doesn't close a formula.
 */
export function math(md: MarkdownIt): void {
  md.inline.ruler.after("escape", "math_inline", (state, silent) => {
    if (pageOf(state.env).renderMath === undefined || state.src[state.pos] !== "$") return false;
    const match = /\$(?![\s$])((?:\\.|[^\\$\n])+?)(?<!\s)\$(?!\d)/y;
    match.lastIndex = state.pos;
    const source = match.exec(state.src)?.[1];
    if (source === undefined || holdsCodeSpan(state.src, state.pos + 1, match.lastIndex)) return false;
    if (!silent) state.push("math", "", 0).content = source;
    state.pos = match.lastIndex;
    return true;
  });
  md.block.ruler.before(
    "fence",
    "math_block",
    (state, startLine, endLine, silent) => {
      const env = pageOf(state.env);
      if (env.renderMath === undefined || lineText(state, startLine).trim() !== "$$" || isCode(state, startLine))
        return false;
      if (silent) return true;
      let last = startLine + 1;
      while (last < endLine && lineText(state, last).trim() !== "$$") last++;
      if (last === endLine) {
        const message = '"$$" is not closed';
        reportProblem(env, startLine, { code: "unclosed", message, hint: "close it with a line of $$" });
      }
      const content = state.getLines(startLine + 1, last, state.blkIndent, false);
      Object.assign(state.push("math_display", "", 0), { content, map: [startLine, last] });
      state.line = Math.min(last + 1, endLine);
      return true;
    },
    { alt: ["paragraph", "reference", "blockquote", "list"] },
  );
  md.core.ruler.push("math", (state) => {
    const env = pageOf(state.env);
    for (const block of state.tokens) {
      if (block.type === "math_display") {
        const message = renderFormula(block, env.renderMath);
        const hint = "correct the TeX between the lines of $$";
        if (message !== undefined) reportProblem(env, block.map?.[0] ?? 0, { code: "math", message, hint });
      }
      for (const token of block.children ?? []) {
        const message = token.type === "math" ? renderFormula(token, env.renderMath) : undefined;
        if (message === undefined) continue;
        const hint = "correct the TeX, or write \\$ for a dollar sign";
        const position = positionOf(env, block, offsetOf(env, token));
        env.problems.push({ ...position, severity: "error", code: "math", message, hint });
      }
    }
  });
  md.renderer.rules.math = (tokens, index) => box("span", tokens[index]);
  md.renderer.rules.math_display = (tokens, index) => `${box("p", tokens[index])}\n`;
}

/** Width of a formula, in em, that fits on every screen. */
const MAX_WIDTH = 20;

/** Puts a formula into an element that scrolls it on screens and makes it smaller on paper; a short one needs none in a text. */
function box(
  tag: "p" | "span",
  { content, info }: Pick<Token, "content" | "info"> = { content: "", info: "" },
): string {
  const width = widthOf(info);
  if (tag === "span" && width <= MAX_WIDTH) return content;
  return `<${tag} class="math"${width > MAX_WIDTH ? ` style="--formula-width: ${width}"` : ""}>${content}</${tag}>`;
}

/**
 * The most that a formula is wide, in em: of a fraction, as if its parts stood side by side, and of a script, as if it
 * were as large as the rest. The widths of characters are those of DejaVu Math, which is wider than Cambria and STIX.
 */
function widthOf(source: string): number {
  const rows = source.split("\\\\").map((row) => {
    const operators = row.match(OPERATORS)?.length ?? 0;
    const letters = row.replace(/\\[a-z]+|[-+=<>&\s{}^_\\]/gi, "");
    return 1.5 * operators + 0.65 * letters.length + 0.35 * (letters.match(/[A-Zmw]/g)?.length ?? 0);
  });
  return Math.ceil(Math.max(...rows));
}

/** Operators, which have spaces around them, columns, and commands without arguments, which often are operators. */
const OPERATORS = /\\[a-z]+(?![a-z{])|[-+=<>&]/gi;

function holdsCodeSpan(text: string, start: number, end: number): boolean {
  return [...text.slice(start, end).matchAll(/\\.|`+/gs)].some(({ 0: run, index }) => {
    const closing = new RegExp(`(?<!\`)${run}(?!\`)`, "g");
    closing.lastIndex = start + index + run.length;
    return run.startsWith("`") && closing.test(text);
  });
}

/** Puts the MathML of a formula in the place of its source, which becomes the token's `info`. @returns what is wrong */
function renderFormula(token: Token, render: RenderMath | undefined): string | undefined {
  token.info = token.content;
  token.content = "";
  try {
    token.content = render?.(token.info, token.type === "math_display") ?? "";
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // KaTeX underlines the fault by combining characters.
    return `invalid formula: ${message.replace(/^KaTeX parse error: /, "").replaceAll("\u0332", "")}`;
  }
}
