// <Options>
// | Option | Default | … |
// </Options>
import { slug as githubSlug } from "github-slugger";
import type { MarkdownIt, Token } from "markdown-it";
import { attribute, pageOf, reportProblem, sourceLineOf } from "../env.ts";
import { plainText, withoutBadges } from "../inline.ts";
import { firstFree } from "./heading-id.ts";
import { fillPermalink } from "./permalink.ts";

const OPTIONS = "Options";

/**
 * Gives each row of the tables, and each term of the lists, in `<Options>` an id made from the name in its first cell, and
 * a permalink.
 */
export function optionRows(md: MarkdownIt): void {
  md.core.ruler.push("option_rows", (state) => {
    const env = pageOf(state.env);
    const taken = new Set(env.ids.map(({ id }) => id));
    const counts = new Map<string, number>();
    const open: { readonly line: number; rows: number }[] = [];
    for (const [index, token] of state.tokens.entries()) {
      const { type, map } = token;
      const next = state.tokens[index + 1];
      const isRow = type === "tr_open" && next?.type === "td_open";
      const inline = isRow ? state.tokens[index + 2] : type === "dt_open" ? next : undefined;
      if (type === "component_open" && token.info === OPTIONS) open.push({ line: map?.[0] ?? 0, rows: 0 });
      else if (type === "component_close" && token.info === OPTIONS) {
        const { line, rows } = open.pop() ?? { line: 0, rows: 0 };
        const message = "<Options> contains neither a table with names in its first column nor a list of terms";
        if (rows === 0) reportProblem(env, line, { severity: "warning", code: "component", message });
      } else if (inline !== undefined) {
        const around = open.at(-1);
        const name = nameIn(inline);
        if (around === undefined || name === "") continue;
        around.rows += 1;
        const words = name.replace(/[^\p{L}\p{M}\p{N}_]+/gu, " ").trim();
        const id = firstFree(`opt-${githubSlug(words) || "row"}`, taken, counts);
        taken.add(id);
        token.attrSet("id", id);
        inline.children?.push(fillPermalink(new state.Token("html_inline", "", 0), env, id, name));
        env.ids.push({ id, ...sourceLineOf(env, (map ?? inline.map)?.[0] ?? 0), column: 1 });
      }
    }
  });
}

/**
 * The row of options that begins with this token: its id, the name that it explains, and its first cell; undefined for
 * other tokens.
 */
export function optionRow(
  tokens: readonly Token[],
  index: number,
): { readonly id: string; readonly name: string; readonly cell: Token } | undefined {
  const [token, inline] = [tokens[index], tokens[index + 2]];
  const id = token?.type === "tr_open" ? attribute(token, "id") : "";
  return id === "" || inline === undefined ? undefined : { id, name: nameIn(inline), cell: inline };
}

/** The first code of a cell, without the arguments of a call; without code, its text. */
function nameIn({ children }: Token): string {
  const tokens = withoutBadges(children ?? []);
  const code = tokens.find(({ type }) => type === "code_inline");
  return code?.content.trim().replace(/\(.*$/s, "") || plainText(tokens);
}
