import type { MarkdownIt, Token } from "markdown-it";
import { readHtml } from "../../shared/html.ts";
import { type ComponentProps, type PropValue, pageOf, reportProblem, whereIs } from "../env.ts";

/** Markup of the tokens of tabs that are the fences of a code group. */
export const CODE_GROUP = "code-group";

/**
 * Gives tabs the labels in the `values` of their group. Reports tabs without a label or outside a group, two of one
 * value, and content of a group that is in none of its tabs.
 */
export function tabContent(md: MarkdownIt): void {
  md.core.ruler.after("block", "tab_content", ({ tokens, env }) => {
    const page = pageOf(env);
    const tell = (token: Token, severity: "error" | "warning", message: string, hint: string) =>
      reportProblem(page, token.map?.[0] ?? 0, { severity, code: "tabs", message, hint });
    const open: {
      readonly name: string;
      readonly list: PropValue | undefined;
      readonly values: Map<string, number>;
    }[] = [];
    // If an end tag is missing, everything after the group would be reported as well.
    const isWhole = page.problems.every(({ code }) => code !== "unclosed");
    let isTold = false;
    // It is reported as such: an unknown component, or tabs in one line.
    const isReported = ({ type, info, content }: Token) =>
      type === "component_open" ? !page.components.has(info) : type === "inline" && beginsWithTab(content);
    for (const token of tokens) {
      const group = open.at(-1);
      const isInTabs = group?.name === "Tabs";
      if (token.type === "component_open" && token.info === "TabItem") {
        token.meta = labelled(token.meta as ComponentProps, group?.list);
        const { label, value } = token.meta as ComponentProps;
        const name = String(value ?? label ?? "");
        const line = token.map?.[0] ?? 0;
        const first = group?.values.get(name);
        group?.values.set(name, first ?? line);
        if (!isInTabs)
          tell(token, "warning", "<TabItem> is not directly in <Tabs>", "put it between <Tabs> and </Tabs>");
        else if ((label ?? value ?? "") === "") tell(token, "warning", "<TabItem> has no label", 'add label="…"');
        else if (first !== undefined) {
          const place = whereIs(page, first, line);
          if (token.markup === CODE_GROUP) {
            tell(token, "error", `another fence of this group has the label "${name}", on ${place}`, LABEL_HINT);
          } else {
            const message = `another <TabItem> of this group has the value "${name}", on ${place}`;
            tell(token, "error", message, 'give each a different value="…": docgen remembers the choice by it');
          }
        }
      } else if (isInTabs && isWhole && !isTold && isShown(token) && !isReported(token)) {
        isTold = true;
        tell(token, "error", "this is inside <Tabs>, but in none of its tabs: readers would not see it", NO_TAB_HINT);
      }
      if (token.type === "component_open")
        open.push({ name: token.info, list: (token.meta as ComponentProps).values, values: new Map() });
      else if (token.type === "component_close" && open.pop()?.name === "Tabs") isTold = false;
    }
  });
}

function labelled(props: ComponentProps, values: PropValue | undefined): ComponentProps {
  const entry = Array.isArray(values) ? values.find((candidate) => candidate?.value === props.value) : undefined;
  return { ...entry, ...props };
}

const LABEL_HINT = "give each a different label: write it in brackets after the language, such as ```js [config.js]";
const NO_TAB_HINT = "move it into a tab, or above <Tabs>";

function beginsWithTab(content: string): boolean {
  const [first] = readHtml(content);
  return first?.kind === "start" && first.written === "TabItem";
}

/** Whether a block shows anything. */
export function isShown({ type, content }: Token): boolean {
  if (type === "html_block") {
    return readHtml(content).some(({ kind, from, to }) => kind !== "comment" && content.slice(from, to).trim() !== "");
  }
  return type === "inline"
    ? content !== ""
    : ["fence", "code_block", "hr", "component_open", "math_display"].includes(type);
}
