// ::: code-group
// ```js [config.js]
// ```bash npm2yarn
import type { MarkdownIt, StateCore, Token } from "markdown-it";
import convert from "npm-to-yarn";
import { readHtml } from "../../shared/html.ts";
import { wordSet } from "../../shared/text.ts";
import { translate } from "../../shared/translate.ts";
import { type ComponentProps, type PropValue, pageOf, reportProblem, whereIs } from "../env.ts";
import { parseFenceMeta } from "../fence-meta.ts";
import { lineText, mismatchedMarkHint, parseLines } from "./containers.ts";

const PACKAGE_MANAGER = { id: "theme.npm2yarn.label", message: "Package manager" };
/** Languages of commands; a fence without a language has the name "". */
const SHELLS = new Set(["", ...wordSet("bash sh shell zsh console shellsession powershell ps1 bat cmd text")]);
const MANAGERS = ["npm", "pnpm", "yarn", "bun"] as const;

/** Turns alternative fences into tabs: those of a group, and an npm command with those of other package managers. */
export function codeGroups(md: MarkdownIt): void {
  md.block.ruler.before("fence", "code_group", (state, startLine, endLine, silent) => {
    if (!/^:{3,}\s*code-group\s*$/.test(lineText(state, startLine))) return false;
    if (silent) return true;
    const env = pageOf(state.env);
    const mark = /^:+/.exec(lineText(state, startLine))?.[0] ?? ":::";
    const closing = new RegExp(`^${mark}:*\\s*$`);
    let last = startLine + 1;
    while (last < endLine && !closing.test(lineText(state, last))) last++;
    if (last === endLine) {
      const hint = `close it with a line of ${mark}${mismatchedMarkHint(env, startLine, endLine, (other) => other.startsWith(":"))}`;
      reportProblem(env, startLine, { code: "unclosed", message: `"${mark} code-group" is not closed`, hint });
    }
    if (last < endLine && state.skipEmptyLines(startLine + 1) >= last) {
      reportProblem(env, startLine, { code: "tabs", message: "the code group is empty", hint: "write fences in it" });
      state.line = last + 1;
      return true;
    }
    const label = translate(env.texts, { id: "theme.codeGroup.label", message: "Files" });
    Object.assign(state.push("component_open", "", 1), { info: "Tabs", meta: { label }, map: [startLine, last] });
    const from = state.tokens.length;
    parseLines(state, startLine + 1, last);
    const inside = state.tokens.splice(from);
    const leftOut = inside.find((token) => token.type !== "fence" && isShown(token));
    if (leftOut !== undefined && last < endLine) {
      const message = "a code group can only contain fences: readers would not see this";
      reportProblem(env, leftOut.map?.[0] ?? startLine, { code: "tabs", message, hint: "move it above the group" });
    }
    for (const token of inside) {
      if (token.type !== "fence") continue;
      const meta = { label: labelOf(token.info) };
      const item = { info: "TabItem", meta, map: token.map, markup: CODE_GROUP };
      Object.assign(state.push("component_open", "", 1), item);
      state.tokens.push(token);
      state.push("component_close", "", -1).info = "TabItem";
    }
    state.push("component_close", "", -1).info = "Tabs";
    state.line = Math.min(last + 1, endLine);
    return true;
  });
  md.core.ruler.after("block", "package_managers", packageManagers);
}

/** Label of a tab: `js [config.js]`, `js title="config.js"`, or the language. */
function labelOf(info: string): string {
  const { options, language } = parseFenceMeta(info);
  return /\[([^[\]]+)\]/.exec(info)?.[1] ?? options.get("title") ?? language;
}

/** Commands for another package manager. @param unknown those without an equivalent, by line, from 0; updated */
function commandsFor(
  manager: Exclude<(typeof MANAGERS)[number], "npm">,
  code: string,
  unknown: Map<number, { readonly command: string; readonly managers: string[] }>,
): string {
  const convertLine = (line: string, number: number) => {
    if (line.trimStart().startsWith("#")) return line;
    // One command at a time: the converter drops the space before `&&`, and adds its complaint in front of it.
    return line
      .split(/(\s*(?:&&|\|\|?|;)\s*)/)
      .map((command, index) => {
        if (index % 2 === 1) return command;
        const converted = convert(command, manager);
        if (!converted.includes("# couldn't auto-convert command")) return converted;
        const entry = unknown.get(number) ?? { command: command.trim(), managers: [] };
        unknown.set(number, entry);
        if (!entry.managers.includes(manager)) entry.managers.push(manager);
        return command;
      })
      .join("");
  };
  return code.split("\n").map(convertLine).join("\n");
}

function packageManagers(state: StateCore): void {
  state.tokens = state.tokens.flatMap((fence) => {
    if (fence.type !== "fence" || !fence.info.includes("npm2yarn")) return fence;
    const { language, flags } = parseFenceMeta(fence.info);
    if (!flags.has("npm2yarn")) return fence;
    const component = (type: "component_open" | "component_close", name: string, props: ComponentProps = {}): Token => {
      const token = new state.Token(type, "", type === "component_open" ? 1 : -1);
      return Object.assign(token, { info: name, meta: props, map: fence.map });
    };
    const unknown = new Map<number, { readonly command: string; readonly managers: string[] }>();
    const items = MANAGERS.flatMap((manager) => {
      const content = manager === "npm" ? fence.content : commandsFor(manager, fence.content, unknown);
      const info = fence.info.replace(/\s?\bnpm2yarn\b/, "");
      const copy = Object.assign(new state.Token("fence", "code", 0), fence, { content, info });
      const props = { value: manager, label: manager };
      return [component("component_open", "TabItem", props), copy, component("component_close", "TabItem")];
    });
    const warn = (line: number, message: string, hint: string) => {
      const at = (fence.map?.[0] ?? 0) + line;
      reportProblem(pageOf(state.env), at, { severity: "warning", code: "fence", message, hint });
    };
    if (!SHELLS.has(language)) {
      warn(0, `"npm2yarn" converts commands of a shell, not "${language}"`, "write bash npm2yarn");
    }
    for (const [line, { command, managers }] of unknown) {
      const message = `"${command}" has no equivalent for ${managers.join(", ")}: their tabs show it as it is`;
      const hint = "write a ::: code-group in place of npm2yarn, with a fence for each package manager";
      warn(1 + line, message, hint);
    }
    const props = { groupId: "pm", label: translate(pageOf(state.env).texts, PACKAGE_MANAGER) };
    return [component("component_open", "Tabs", props), ...items, component("component_close", "Tabs")];
  });
}

/** Markup of the tokens of tabs that are the fences of a code group. */
const CODE_GROUP = "code-group";

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
