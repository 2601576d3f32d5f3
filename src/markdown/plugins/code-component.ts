// <CodeBlock language="bash" title="x">{`npm i ${vars.tarball}`}</CodeBlock>
import type { MarkdownIt } from "markdown-it";
import { pageOf, report } from "../env.ts";
import { isCode, lineText } from "./admonition.ts";
import { parseTag } from "./component.ts";

/** Docusaurus' `CodeBlock` with a template literal is converted to a code fence. */
export function codeComponent(md: MarkdownIt): void {
  md.block.ruler.before("component", "code_component", (state, startLine, endLine, silent) => {
    if (!lineText(state, startLine).startsWith("<CodeBlock") || isCode(state, startLine)) return false;
    const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
    const source = state.src.slice(start, state.eMarks[endLine - 1]);
    const tag = parseTag(source);
    if (tag === undefined || typeof tag === "string") return false;
    const close = source.indexOf("</CodeBlock>", tag.end);
    if (silent) return true;
    if (close < 0) {
      const hint = "end it with </CodeBlock>";
      report(pageOf(state.env), startLine, {
        severity: "error",
        code: "unclosed",
        message: "<CodeBlock> is not closed",
        hint,
      });
      state.line = endLine;
      return true;
    }
    const inside = source.slice(tag.end, close).trim();
    const template = /^\{\s*`([\s\S]*)`\s*\}$/.exec(inside)?.[1]?.replace(/\\([`$\\])/g, "$1");
    const { language, title, showLineNumbers } = tag.props;
    const token = state.push("fence", "code", 0);
    token.info = [
      String(language ?? "text"),
      title === undefined ? "" : `title="${String(title)}"`,
      showLineNumbers === true ? "showLineNumbers" : "",
    ]
      .filter((part) => part !== "")
      .join(" ");
    const code = (template ?? inside).replace(/^\n/, "");
    const blank = code.indexOf("\n", code.trimEnd().length);
    token.content = `${blank < 0 ? code : code.slice(0, blank)}\n`;
    token.markup = "<CodeBlock>";
    state.line = startLine + source.slice(0, close).split("\n").length;
    token.map = [startLine, state.line];
    return true;
  });
}
