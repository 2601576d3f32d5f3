// <CodeBlock language="bash" title="x">{`npm i ${vars.tarball}`}</CodeBlock>
import type { MarkdownIt } from "markdown-it";
import { pageOf, reportProblem, sourceLineOf } from "../env.ts";
import { literalOf } from "../jsx.ts";
import { isCode, lineText } from "./admonition.ts";
import { parseTag } from "./component.ts";
import { reportCode } from "./jsx-text.ts";

/** Converts Docusaurus' `CodeBlock` with a template literal to a code fence. */
export function codeComponent(md: MarkdownIt): void {
  md.block.ruler.before("component", "code_component", (state, startLine, endLine, silent) => {
    if (!lineText(state, startLine).startsWith("<CodeBlock") || isCode(state, startLine)) return false;
    const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
    const source = state.src.slice(start, state.eMarks[endLine - 1]);
    const tag = parseTag(source);
    if (tag === undefined || tag.end < 0) return false;
    const close = source.indexOf("</CodeBlock>", tag.end);
    if (silent) return true;
    if (close < 0) {
      reportProblem(pageOf(state.env), startLine, {
        code: "unclosed",
        message: "<CodeBlock> is not closed",
        hint: "close it with </CodeBlock>",
      });
      state.line = endLine;
      return true;
    }
    const inside = source.slice(tag.end, close).trim();
    const literal = inside.startsWith("{") && inside.endsWith("}") ? literalOf(inside.slice(1, -1)) : undefined;
    if (literal === undefined && inside.startsWith("{")) {
      reportCode(pageOf(state.env), { ...sourceLineOf(pageOf(state.env), startLine), column: 1 }, inside);
    }
    const { language, title, showLineNumbers } = tag.props;
    const token = state.push("fence", "code", 0);
    token.info = [
      String(language ?? "text"),
      title === undefined ? "" : `title="${String(title)}"`,
      showLineNumbers === true ? "showLineNumbers" : "",
    ]
      .filter((part) => part !== "")
      .join(" ");
    const code = String(literal?.value ?? inside).replace(/^\n/, "");
    const blank = code.indexOf("\n", code.trimEnd().length);
    token.content = `${blank < 0 ? code : code.slice(0, blank)}\n`;
    token.markup = "<CodeBlock>";
    state.line = startLine + source.slice(0, close).split("\n").length;
    token.map = [startLine, state.line];
    return true;
  });
}
