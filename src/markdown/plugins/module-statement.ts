// import Tabs from "@theme/Tabs";   export const year = 2022;
import type { MarkdownIt } from "markdown-it";
import { pageOf, reportProblem } from "../env.ts";

const IMPORT = /^(?:import|export)\s+(?:[\w$*{},][\w$*{},\s]*\sfrom\s+)?["']([^"']+)["'];?\s*$/;
/** Matches the first line of an import that spans several lines. */
const OPEN_IMPORT = /^(?:import|export)\s[^"'}]*\{[^"'}]*$/;
const EXPORT =
  /^export\s+(?:(?:const|let|var)\s+([\w$]+)[^=]*=|(?:default\s+)?(?:async\s+)?function\b\s*\*?\s*([\w$]*)\s*\(|(?:default\s+)?class\s+([\w$]+)[^{]*\{|default\s+[({[]|default\s+[\w$]+;?\s*$|\{[\w$\s,]*\};?\s*$)/;
/** Maximum number of lines of an import. */
const MAX_LINES = 200;

const HINTS: readonly (readonly [from: RegExp, hint: string])[] = [
  [/^@theme\/|^react$/, "remove it: components need no import; docgen migrate converts pages of Docusaurus"],
  [/\.mdx?$/, 'write <Include file="…" /> where its text should appear, and start its name with "_"'],
  [/\.css$/, "add it to customCss in site.config.ts"],
  [/\.(?:svg|png|jpe?g|gif|webp|avif)$/, "write ![description](URL)"],
  [/^@docusaurus\/Link$/, "write [text](URL)"],
  [/^@docusaurus\/useBaseUrl$/, "write URLs from the root, such as /img/a.png: docgen adds the base URL"],
];
const ANY_HINT =
  'use {vars.name} for a value and <Include file="./_part.md" /> for Markdown, and add components to components in site.config.ts; put code that starts with import into a fence';
const EXPORT_HINT =
  "add values to vars, and components to components in site.config.ts; put code that starts with export into a fence";

/** Reports and removes import and export statements. Only those at the beginning of a block count; others are text. */
export function moduleStatements(md: MarkdownIt): void {
  md.block.ruler.before("paragraph", "module_statement", (state, startLine, endLine, silent) => {
    const page = pageOf(state.env);
    const { text = "" } = page.lines[startLine] ?? {};
    if (silent || !/^(?:import|export)\s/.test(text)) return false;
    let last = startLine;
    while (last < endLine && last < startLine + MAX_LINES && !state.isEmpty(last)) last++;
    const statement = statementIn(page.lines.slice(startLine, last).map((line) => line.text));
    if (statement === undefined) return false;
    const { length, code, message, hint } = statement;
    reportProblem(page, startLine, { code, message, hint });
    state.line = startLine + length;
    return true;
  });
}

/** The lines of the statement that a paragraph begins with, and what is wrong with it; undefined for text. */
export function statementIn(lines: readonly string[]) {
  const [first = ""] = lines;
  const exported = EXPORT.exec(first);
  if (exported !== null) {
    const name = exported.slice(1).find(Boolean);
    const message = `pages cannot export${name === undefined ? "" : ` "${name}"`}: they do not run code`;
    return { length: lines.length, code: "export", message, hint: EXPORT_HINT };
  }
  const closing = OPEN_IMPORT.test(first) ? lines.findIndex((line) => line.includes("}")) : 0;
  const from = IMPORT.exec(lines.slice(0, closing + 1).join(" "))?.[1];
  if (from === undefined) return undefined;
  const hint = HINTS.find(([pattern]) => pattern.test(from))?.[1] ?? ANY_HINT;
  return { length: closing + 1, code: "import", message: `pages cannot import "${from}"`, hint };
}
