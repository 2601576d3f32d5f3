// <head>
//   <script src="…"></script>
// </head>
import type { MarkdownIt, StateBlock } from "markdown-it";
import { type PageEnv, pageOf, reportProblem } from "../env.ts";
import { isCode, lineText } from "./containers.ts";

const START = "<head>";
const END = "</head>";

/** Moves the tags of a `<head>` block to the page's head, unchanged. */
export function headBlocks(md: MarkdownIt): void {
  md.block.ruler.before("html_block", "head_block", headBlock, { alt: ["paragraph", "reference", "blockquote"] });
}

function headBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (!lineText(state, startLine).toLowerCase().startsWith(START) || isCode(state, startLine)) return false;
  if (silent) return true;
  const env: PageEnv = pageOf(state.env);
  let last = startLine;
  while (last < endLine && !isEnd(lineText(state, last))) last++;
  if (last === endLine) {
    reportProblem(env, startLine, { code: "unclosed", message: "<head> is not closed", hint: "close it with </head>" });
  }
  const block = state.getLines(startLine, Math.min(last + 1, endLine), state.blkIndent, false);
  const inner = block.trim().slice(START.length);
  const tags = (isEnd(inner) ? inner.slice(0, -END.length) : inner).trim();
  if (tags !== "") env.head.push(tags);
  state.line = Math.min(last + 1, endLine);
  return true;
}

function isEnd(line: string): boolean {
  return line.trimEnd().toLowerCase().endsWith(END);
}
