import type { LinkFinding } from "../links/use.ts";
import { type FixedFile, fixFile } from "../shared/fixed-file.ts";
import { groupBy } from "../shared/group-by.ts";
import { readHtml } from "../shared/html.ts";
import type { Position } from "../shared/problem.ts";
import { escapePattern } from "../shared/text.ts";

/** Maximum length of a tag that is read, in characters. */
const MAX_TAG = 10_000;
const ADDRESS = /^(?:href|src|poster|data)$/;
/** Matches a field of front matter up to its value. */
const FIELD = /[\w-]+:[ \t]+["']?/y;

/** Replaces link targets that have an unambiguous fix. @returns the rewritten files */
export async function applyFixes(root: string, findings: readonly LinkFinding[]): Promise<FixedFile[]> {
  // A link may take its address from a definition in another file.
  const byPath = groupBy(findings, ({ path, address, fix }) => (fix === undefined ? "" : (address?.path ?? path)));
  const files: FixedFile[] = [];
  for (const [path, inFile] of [...byPath].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (path !== "") files.push(...(await fixFile(root, path, (source) => fixed(source, inFile))));
  }
  return files;
}

/** A text with its links fixed. If findings suggest different fixes for an address, the first one is applied. */
function fixed(source: string, findings: readonly LinkFinding[]): string {
  const edits = new Map<number, LinkFinding>();
  for (const finding of findings) {
    for (const start of locateTarget(source, finding)) if (!edits.has(start)) edits.set(start, finding);
  }
  const fromEnd = [...edits].sort(([a], [b]) => b - a);
  return fromEnd.reduce((text, [start, { target, fix = "" }]) => {
    return text.slice(0, start) + fix + text.slice(start + target.length);
  }, source);
}

/** Finds the target of a link in its file. @returns its offsets: none if it is written differently, several in one tag */
function locateTarget(source: string, { path, target, address, ...position }: LinkFinding): number[] {
  const start = offsetOf(source, address ?? position);
  const isThere = (offset: number) => source.startsWith(target, offset);
  if (address !== undefined) return [start].filter(isThere);
  if (!/\.mdx?$/.test(path)) return offsetsInCode(source, start, target).slice(0, 1);
  // In a page the parser knows all addresses but those in tags and in the front matter.
  if (source[start] === "<") return offsetsInTag(source, start, target);
  FIELD.lastIndex = start;
  return FIELD.test(source) ? [FIELD.lastIndex].filter(isThere) : [];
}

function offsetsInTag(source: string, start: number, target: string): number[] {
  const html = source.slice(start, start + MAX_TAG);
  const [tag] = readHtml(html);
  if (tag?.kind !== "start") return [];
  return tag.attributes.flatMap(({ name, quote, from, to }) => {
    const end = to - quote.length;
    const value = html.slice(html.indexOf(quote === "" ? "=" : quote, from) + 1, end).trimStart();
    const first = start + end - value.length;
    if (ADDRESS.test(name)) return value === target ? [first] : [];
    const candidates = new RegExp(`(?<=^|[\\s,])${escapePattern(target)}(?=[\\s,]|$)`, "g");
    return name === "srcset" ? Array.from(value.matchAll(candidates), ({ index }) => first + index) : [];
  });
}

/** Offsets in a paragraph of code or YAML where a target is a whole value, the likely ones first. */
function offsetsInCode(source: string, start: number, target: string): number[] {
  const [paragraph = ""] = /^[\s\S]*?(?=\n[ \t]*\r?\n|$(?![\s\S]))/.exec(source.slice(start)) ?? [];
  const quoted = new RegExp(`(?<=["'\`])${escapePattern(target)}(?=["'\`])`, "g");
  const plain = new RegExp(`(?<=:[ \\t]+)${escapePattern(target)}(?=[ \\t\\r]*(?:\\n|$))`, "g");
  const candidate = new RegExp(`(?<=src[sS]et\\s*=\\s*["'][^"']*)${escapePattern(target)}(?=[\\s,"'])`, "g");
  return [quoted, plain, candidate].flatMap((pattern) => {
    return Array.from(paragraph.matchAll(pattern), ({ index }) => start + index);
  });
}

function offsetOf(source: string, { line, column }: Omit<Position, "path">): number {
  const before = source.split("\n", line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  return Math.min(before + column - 1, source.length);
}
