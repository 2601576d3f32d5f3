// <head>
//   <script src="…"></script>
// </head>
import type { MarkdownIt, StateBlock } from "markdown-it";
import { type PageEnv, pageOf, reportProblem } from "../env.ts";
import { isCode, lineText } from "./admonition.ts";

/** Moves the tags of a `<head>` block to the page's head, unchanged. */
export function headBlocks(md: MarkdownIt): void {
  md.block.ruler.before("html_block", "head_block", headBlock, { alt: ["paragraph", "reference", "blockquote"] });
}

function headBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (!/^<head>/i.test(lineText(state, startLine)) || isCode(state, startLine)) return false;
  if (silent) return true;
  const env: PageEnv = pageOf(state.env);
  let last = startLine;
  while (last < endLine && !/<\/head>\s*$/i.test(lineText(state, last))) last++;
  if (last === endLine) {
    reportProblem(env, startLine, { code: "unclosed", message: "<head> is not closed", hint: "end it with </head>" });
  }
  const block = state.getLines(startLine, Math.min(last + 1, endLine), state.blkIndent, false);
  const tags = block
    .replace(/^\s*<head>/i, "")
    .replace(/<\/head>\s*$/i, "")
    .trim();
  if (tags !== "") env.head.push(tags);
  state.line = Math.min(last + 1, endLine);
  return true;
}
