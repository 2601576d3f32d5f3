import type { MarkdownIt, Token } from "markdown-it";
import { readHtml } from "../../shared/html.ts";
import { type ComponentProps, pageOf, reportProblem } from "../env.ts";

/** Reports tabs without a label or outside a group, and content of a group that is in none of its tabs. */
export function tabContent(md: MarkdownIt): void {
  md.core.ruler.after("block", "tab_content", ({ tokens, env }) => {
    const page = pageOf(env);
    const tell = (token: Token, severity: "error" | "warning", message: string, hint: string) =>
      reportProblem(page, token.map?.[0] ?? 0, { severity, code: "tabs", message, hint });
    const open: string[] = [];
    // If an end tag is missing, everything after the group would be reported as well.
    const isWhole = page.problems.every(({ code }) => code !== "unclosed");
    let isTold = false;
    for (const token of tokens) {
      const isInTabs = open.at(-1) === "Tabs";
      if (token.type === "component_open" && token.info === "TabItem") {
        const { label, value } = token.meta as ComponentProps;
        if (!isInTabs)
          tell(token, "warning", "<TabItem> is not directly in <Tabs>", "put it between <Tabs> and </Tabs>");
        else if ((label ?? value ?? "") === "") tell(token, "warning", "<TabItem> has no label", 'add label="…"');
      } else if (isInTabs && isWhole && !isTold && isShown(token)) {
        isTold = true;
        tell(token, "error", "this is in <Tabs>, but in none of its tabs: readers would not see it", NO_TAB_HINT);
      }
      if (token.type === "component_open") open.push(token.info);
      else if (token.type === "component_close" && open.pop() === "Tabs") isTold = false;
    }
  });
}

const NO_TAB_HINT = "put it into a tab, or in front of all of them";

/** Whether a block shows anything. */
export function isShown({ type, content }: Token): boolean {
  if (type === "html_block") {
    return readHtml(content).some(({ kind, from, to }) => kind !== "comment" && content.slice(from, to).trim() !== "");
  }
  return type === "inline" ? content !== "" : ["fence", "code_block", "hr", "component_open"].includes(type);
}
