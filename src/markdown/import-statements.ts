// import Tabs from '@theme/Tabs';   export const year = 2022;
import { readHtml } from "../shared/html.ts";
import type { Problem } from "../shared/problem.ts";
import { wordSet } from "../shared/text.ts";
import { nextFence, type SourceLine } from "./include.ts";

const IMPORT = /^(?:import|export)\s+(?:[\w$*{},][\w$*{},\s]*\sfrom\s+)?["']([^"']+)["'];?\s*$/;
/** Matches the first line of an import that spans several lines. */
const OPEN_IMPORT = /^(?:import|export)\s[^"'}]*\{[^"'}]*$/;
const EXPORT =
  /^export\s+(?:(?:const|let|var)\s+([\w$]+)[^=]*=|(?:default\s+)?(?:async\s+)?function\b\s*\*?\s*([\w$]*)\s*\(|(?:default\s+)?class\s+([\w$]+)[^{]*\{|default\s+[({[]|default\s+[\w$]+;?\s*$|\{[\w$\s,]*\};?\s*$)/;
/** Elements whose content is code. */
const RAW = wordSet("pre style script textarea CodeBlock");
/** Maximum number of lines of a statement. */
const MAX_LINES = 200;

const HINTS: readonly (readonly [from: RegExp, hint: string])[] = [
  [/\.mdx?$/, 'write <Include file="…" /> where its text should appear, and start its name with "_"'],
  [/\.css$/, "add it to customCss in site.config.ts"],
  [/\.(?:svg|png|jpe?g|gif|webp|avif)$/, "write ![description](URL)"],
  [/^@docusaurus\/Link$/, "write [text](URL)"],
  [/^@docusaurus\/useBaseUrl$/, "write URLs from the root, such as /img/a.png: docgen adds the base URL"],
];
const ANY_HINT =
  'use {vars.name} for a value and <Include file="./_part.md" /> for Markdown; put code that starts with import into a fence';
const EXPORT_HINT =
  "add values to vars, and components to components in site.config.ts; put code that starts with export into a fence";

/** An import or export statement of JavaScript in a page. */
export interface Statement {
  /** Names that the statement declares. */
  readonly names: readonly string[];
  /** Absent for imports of Docusaurus' own components, which docgen knows. */
  readonly problem?: Problem;
}

/**
 * Blanks the import and export statements in a page written for Docusaurus. Only statements at the beginning of a block
 * count; others are text.
 */
export function takeStatements(lines: readonly SourceLine[]): {
  lines: readonly SourceLine[];
  statements: Statement[];
} {
  const statements: Statement[] = [];
  const kept = [...lines];
  let fence: string | undefined;
  let raw: string | undefined;
  let mayBegin = true;
  for (let at = 0; at < lines.length; at++) {
    const text = lines[at]?.text ?? "";
    fence = nextFence(fence, text);
    if (fence !== undefined) continue;
    raw ??= rawElement(text.trimStart());
    if (raw !== undefined) {
      if (text.includes(`</${raw}>`)) raw = undefined;
      mayBegin = false;
      continue;
    }
    const count: number = mayBegin && /^(?:import|export)\s/.test(text) ? statementLength(lines, at) : 0;
    mayBegin = count > 0 || text.trim() === "";
    if (count === 0) continue;
    const own = lines.slice(at, at + count);
    statements.push(readStatement(own));
    for (const [index, line] of own.entries()) kept[at + index] = { ...line, text: "" };
    at += count - 1;
  }
  return { lines: statements.length === 0 ? lines : kept, statements };
}

/** The name of the tag that a line begins with, if the content of its element is code. */
function rawElement(line: string): string | undefined {
  const [tag] = line.startsWith("<") ? readHtml(line) : [];
  const { written } = tag?.kind === "start" || tag?.kind === "cut" ? tag : {};
  return written !== undefined && RAW.has(written) ? written : undefined;
}

/** Number of lines of a statement; 0 if the text isn't one. */
function statementLength(lines: readonly SourceLine[], start: number): number {
  const first = lines[start]?.text ?? "";
  if (IMPORT.test(first)) return 1;
  let depth = 0;
  const isExport = EXPORT.test(first);
  if (!isExport && !OPEN_IMPORT.test(first)) return 0;
  for (let count = 1; count <= MAX_LINES && start + count <= lines.length; count++) {
    const text = (lines[start + count - 1]?.text ?? "").replace(/(["'`])(?:\\.|(?!\1).)*\1/g, "");
    for (const [sign] of text.matchAll(/[([{}\])]/g)) depth += "([{".includes(sign) ? 1 : -1;
    const isBlank = (lines[start + count]?.text ?? "").trim() === "";
    if (depth <= 0 && (isExport ? isBlank || /[;}]\s*$/.test(text) : true)) {
      return isExport || IMPORT.test(joined(lines.slice(start, start + count))) ? count : 0;
    }
    if (!isExport && isBlank) return 0;
  }
  return isExport ? 1 : 0;
}

function joined(lines: readonly SourceLine[]): string {
  return lines.map(({ text }) => text).join(" ");
}

function readStatement(lines: readonly SourceLine[]): Statement {
  const [first] = lines;
  const text = joined(lines);
  const from = IMPORT.exec(text)?.[1];
  const place = { path: first?.path ?? "", line: first?.line ?? 1, column: 1, severity: "error" as const };
  if (from === undefined) {
    const names = EXPORT.exec(text)?.slice(1).filter(Boolean) ?? [];
    const message = `pages cannot export${names.length === 0 ? "" : ` "${names[0]}"`}: they do not run code`;
    return { names, problem: { ...place, code: "export", message, hint: EXPORT_HINT } };
  }
  const clause = text.replace(/\sfrom\s+["'].*$|^(?:import|export)\s/g, "");
  const names = clause.split(/[{},]/).flatMap((part) => /([\w$]+)\s*$/.exec(part)?.[1] ?? []);
  // React is available to components without an import.
  if (from.startsWith("@theme/") || from === "react") return { names };
  const hint = HINTS.find(([of]) => of.test(from))?.[1] ?? ANY_HINT;
  return { names, problem: { ...place, code: "import", message: `pages cannot import "${from}"`, hint } };
}
