import type { MarkdownIt } from "markdown-it";
import { pageOf, positionOf } from "../env.ts";

/** Reports `<<< ./file` where it includes no file: in a quote, after other text, or without a space. It would be shown as text. */
export function strayIncludes(md: MarkdownIt): void {
  md.core.ruler.push("stray_includes", ({ tokens, env }) => {
    const page = pageOf(env);
    for (const token of tokens) {
      if (token.type !== "inline" || !token.content.includes("<<<")) continue;
      for (const { index, 1: space = "", 2: file = "" } of token.content.matchAll(STRAY)) {
        const position = positionOf(page, token, index + space.length);
        const message = `this <<< includes no file`;
        const hint = `write <<< ${file} on a line of its own, indented only by spaces`;
        page.problems.push({ ...position, severity: "warning", code: "include", message, hint });
      }
    }
  });
}

const STRAY = /^([ \t]*)<{3}[ \t]*((?:\.{0,2}\/|@site\/)\S+)/gm;
