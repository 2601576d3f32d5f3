// ::: code-group
// ```js [config.js]
// ```bash npm2yarn
import type { MarkdownIt, StateCore, Token } from "markdown-it";
import convert from "npm-to-yarn";
import { wordSet } from "../../shared/text.ts";
import { translate } from "../../shared/translate.ts";
import { type ComponentProps, pageOf, reportProblem } from "../env.ts";
import { parseFenceMeta } from "../fence-meta.ts";
import { lineText, mismatchedMarkHint, parseLines } from "./containers.ts";
import { CODE_GROUP, isShown } from "./tab-content.ts";

const PACKAGE_MANAGER = { id: "theme.npm2yarn.label", message: "Package manager" };
/** Languages of commands; a fence without a language has the name "". */
const SHELLS = new Set(["", ...wordSet("bash sh shell zsh console shellsession powershell ps1 bat cmd text")]);
const MANAGERS = ["npm", "pnpm", "yarn", "bun"] as const;

/**
 * Turns alternative fences into tabs: those of a group, and an npm command with its equivalents for other package
 * managers.
 */
export function codeGroups(md: MarkdownIt): void {
  md.block.ruler.before("fence", "code_group", (state, startLine, endLine, silent) => {
    if (!/^:{3,}\s*code-group\s*$/.test(lineText(state, startLine))) return false;
    if (silent) return true;
    const env = pageOf(state.env);
    const mark = /^:+/.exec(lineText(state, startLine))?.[0] ?? ":::";
    let last = startLine + 1;
    while (last < endLine && !isClosing(lineText(state, last), mark)) last++;
    if (last === endLine) {
      const hint = `close it with a line of ${mark}${mismatchedMarkHint(env, startLine, endLine, (other) => other.startsWith(":"))}`;
      reportProblem(env, startLine, { code: "unclosed", message: `"${mark} code-group" is not closed`, hint });
    }
    const open = state.push("component_open", "", 1);
    open.info = "Tabs";
    open.meta = { label: translate(env.texts, { id: "theme.codeGroup.label", message: "Files" }) };
    open.map = [startLine, last];
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
      const item = state.push("component_open", "", 1);
      item.info = "TabItem";
      item.meta = { label: labelOf(token.info) };
      item.map = token.map;
      item.markup = CODE_GROUP;
      state.tokens.push(token);
      state.push("component_close", "", -1).info = "TabItem";
    }
    state.push("component_close", "", -1).info = "Tabs";
    state.line = Math.min(last + 1, endLine);
    return true;
  });
  md.core.ruler.after("block", "package_managers", packageManagers);
}

function isClosing(text: string, mark: string): boolean {
  return text.startsWith(mark) && /^:+\s*$/.test(text);
}

/** Label of a tab: `js [config.js]`, `js title="config.js"`, or the language. */
function labelOf(info: string): string {
  const { options, language } = parseFenceMeta(info);
  return /\[([^[\]]+)\]/.exec(info)?.[1] ?? options.get("title") ?? language;
}

/**
 * The commands for another package manager. Those without an equivalent stay as they are.
 *
 * @param unknown the first such command by line, from 0, with the package managers that lack it; updated
 */
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
      token.info = name;
      token.meta = props;
      token.map = fence.map;
      return token;
    };
    const unknown = new Map<number, { readonly command: string; readonly managers: string[] }>();
    const items = MANAGERS.flatMap((manager) => {
      const copy = new state.Token("fence", "code", 0);
      const content = manager === "npm" ? fence.content : commandsFor(manager, fence.content, unknown);
      const info = fence.info.replace(/\s?\bnpm2yarn\b/, "");
      Object.assign(copy, fence, { content, info });
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
