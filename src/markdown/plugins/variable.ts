import type { MarkdownIt } from "markdown-it";
import { positionAt } from "../../shared/line-at.ts";
import { nearestOrValid } from "../../shared/nearest.ts";
import { type PageEnv, pageOf, reportProblem } from "../env.ts";

/** Matches a variable, also with a dollar sign as in template literals. */
const VARIABLE = /\$?\{vars\.([A-Za-z_]\w*)\}/g;
/** Maximum total length of the values inserted into a page, in characters. */
const MAX_CHARACTERS = 10_000_000;

/** Replaces `{vars.version}` by the configured value, line by line before parsing: line numbers stay valid. */
export function replaceVariables(md: MarkdownIt): void {
  md.core.ruler.after("normalize", "variables", (state) => {
    const env = pageOf(state.env);
    if (state.src.includes("{{")) tellDoubleBraces(state.src, env);
    if (!state.src.includes("{vars.")) return;
    let characters = 0;
    const fill = (name: string, line: number, column: number): string | undefined => {
      const value = Object.hasOwn(env.vars, name) ? env.vars[name] : undefined;
      if (value === undefined) {
        const message = `no variable "${name}"${nearestOrValid(name, Object.keys(env.vars))}`;
        reportProblem(env, line, {
          code: "unknown-variable",
          message,
          hint: "add it to vars in site.config.ts",
          column,
        });
      }
      const isFull = characters > MAX_CHARACTERS;
      characters += value?.length ?? 0;
      if (isFull || characters <= MAX_CHARACTERS) return isFull ? undefined : value;
      const message = `the values of the variables on this page have more than ${MAX_CHARACTERS.toLocaleString("en")} characters`;
      reportProblem(env, line, { code: "variables", message, hint: "split the page", column });
      return undefined;
    };
    state.src = state.src
      .split("\n")
      .map((line, number) =>
        line.replace(
          VARIABLE,
          (whole, name: string, column: number) => fill(name, number, column + 1)?.replace(/\s+/g, " ") ?? whole,
        ),
      )
      .join("\n");
  });
}

/** Reports `{{version}}`, as other tools write the variable `version`. */
function tellDoubleBraces(source: string, env: PageEnv): void {
  for (const { 0: whole, 1: name = "", index } of source.matchAll(/\{\{\s*(?:vars\.)?([A-Za-z_]\w*)\s*\}\}/g)) {
    if (!Object.hasOwn(env.vars, name)) continue;
    const { line, column } = positionAt(source, index);
    const hint = `write {vars.${name}}`;
    reportProblem(env, line - 1, { severity: "warning", code: "variable", message: `${whole} is text`, hint, column });
  }
}
