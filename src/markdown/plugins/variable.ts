import type { MarkdownIt } from "markdown-it";
import { didYouMean } from "../../shared/nearest.ts";
import { pageOf, report } from "../env.ts";

/** With a dollar sign in front it stands in a template text. */
const VARIABLE = /\$?\{vars\.([A-Za-z_]\w*)\}/g;

/**
 * `{vars.version}` in text, code, addresses and attributes becomes the configured value.
 * Done on the source, line by line, before anything else reads it: lines stay where they are.
 */
export function variables(md: MarkdownIt): void {
  md.core.ruler.after("normalize", "variables", (state) => {
    if (!state.src.includes("{vars.")) return;
    const env = pageOf(state.env);
    state.src = state.src
      .split("\n")
      .map((line, number) => {
        return line.replace(VARIABLE, (whole, name: string, column: number) => {
          const value = Object.hasOwn(env.vars, name) ? env.vars[name] : undefined;
          if (value !== undefined) return value.replace(/\s+/g, " ");
          const names = Object.keys(env.vars);
          const known = didYouMean(name, names) || ` (there are: ${names.join(", ") || "none"})`;
          report(env, number, {
            severity: "error",
            code: "unknown-variable",
            message: `no variable "${name}"${known}`,
            hint: "add it to vars in site.config.ts",
            column: column + 1,
          });
          return whole;
        });
      })
      .join("\n");
  });
}
