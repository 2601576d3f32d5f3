import type { MarkdownIt, RendererRule } from "markdown-it";
import { attribute, pageOf } from "../env.ts";

/** A wide table scrolls in its own box, which the keyboard can reach. */
export function tables(md: MarkdownIt): void {
  md.core.ruler.before("inline", "table_lines", (state) => {
    const env = pageOf(state.env);
    let row: [number, number] | null = null;
    let column = 0;
    for (const [index, token] of state.tokens.entries()) {
      if (token.type === "tr_open") {
        row = token.map;
        column = 0;
      } else if (token.type === "tr_close") row = null;
      else if (token.type === "th_open" && state.tokens[index + 1]?.content === "") {
        // The empty corner of a table heads nothing.
        for (const own of [token, state.tokens[index + 2]]) if (own !== undefined) own.tag = "td";
      } else if (token.type === "inline" && token.map === null && row !== null) {
        token.map = row;
        // A cell's text is looked for behind the one before it; bars stand there with their backslashes.
        const line = env.lines[row[0]]?.text ?? "";
        const written = token.content.replaceAll("|", "\\|");
        column = Math.max(column, line.indexOf(written, column));
        token.meta = { column };
        column += written.length;
      }
    }
  });
  md.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>\n';
  md.renderer.rules.table_close = () => "</table></div>\n";
  md.renderer.rules.th_open = aligned;
  md.renderer.rules.td_open = aligned;
}

/** Alignment as a class: the content security policy allows no inline styles to content. */
const aligned: RendererRule = (tokens, index) => {
  const token = tokens[index];
  const align = /text-align:(\w+)/.exec(attribute(token, "style"))?.[1];
  return align === undefined || align === "left" ? `<${token?.tag}>` : `<${token?.tag} class="${align}">`;
};
