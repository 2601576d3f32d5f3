import type { MarkdownIt } from "markdown-it";
import { didYouMean } from "../../shared/nearest.ts";
import { pageOf, positionOf } from "../env.ts";
import { ADMONITION_NAMES } from "./containers.ts";

const GROUP_HINT =
  "remove the rest of the line, and write labels in brackets after the language, such as ```js [config.js]";

/**
 * Reports lines of colons that no rule has parsed, including those of the site's plugins: they would be shown as text.
 * The end of an unknown container is not reported separately.
 */
export function strayColons(md: MarkdownIt): void {
  md.core.ruler.push("stray_colons", ({ tokens, env }) => {
    const page = pageOf(env);
    const names = [...ADMONITION_NAMES, "code-group"];
    const knownNames = `known: ${names.join(", ")}`;
    let isKnown = page.problems.some(({ code }) => code === "unclosed");
    for (const [index, token] of tokens.entries()) {
      if (token.type !== "inline" || tokens[index - 1]?.type !== "paragraph_open") continue;
      for (const { index: offset, 1: name = "" } of token.content.matchAll(/^[ \t]*:{3,}[ \t]*([A-Za-z][\w-]*|$)/gm)) {
        if (name === "" && isKnown) continue;
        isKnown = true;
        const guess = didYouMean(name, names);
        const problem =
          name === ""
            ? { message: '":::" closes nothing', hint: "remove it, or open it with :::note" }
            : name === "code-group"
              ? { message: '"::: code-group" is not alone on its line', hint: GROUP_HINT }
              : { message: `unknown admonition ":::${name}"${guess}`, ...(guess === "" ? { hint: knownNames } : {}) };
        const position = positionOf(page, token, offset);
        page.problems.push({ ...position, severity: "warning", code: "admonition", ...problem });
      }
    }
  });
}
