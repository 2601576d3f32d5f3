// <Include file="./_part.md" />          the lines of a Markdown file
// <<< ./sample.js#region {2} title="x"   a file, or a region of it, as a code fence

import { nearest } from "../shared/nearest.ts";
import type { Problem } from "../shared/problem.ts";
import { folderOf, nameOf, resolvePath } from "../shared/route.ts";
import { count } from "../shared/text.ts";

/** A line of a page and where it was written. */
export interface SourceLine {
  readonly text: string;
  readonly path: string;
  /** From 1. */
  readonly line: number;
}

/** A page's text with its includes in their places. */
export interface Expanded {
  readonly lines: readonly SourceLine[];
  /** Paths of the files that were included. */
  readonly includes: readonly string[];
  readonly problems: readonly Problem[];
}

/** Gives a file's text by its path relative to the site's root; undefined where there is none. */
export type ReadInclude = (path: string) => string | undefined;

const PARTIAL = /^(\s*)<Include\s+file=(?:"([^"]+)"|'([^']+)')\s*\/>\s*$/;
const CODE_FILE = /^(\s*)<<<\s+(\S+?)(?:#([\w-]+))?(?:\s+(.*?))?\s*$/;
const FENCE = /^[\s>]*(`{3,}|~{3,})(.*)$/;
const MAX_LINES = 200_000;

/** Puts included files in the place of the lines that name them; every line keeps its origin. */
export function expandIncludes(path: string, body: string, bodyLine: number, read: ReadInclude): Expanded {
  const includes = new Set<string>();
  const problems: Problem[] = [];
  const lines: SourceLine[] = [];

  const report = ({ path: at, line }: SourceLine, message: string, hint?: string) => {
    const problem = { path: at, line, column: 1, severity: "error" as const, code: "include", message };
    problems.push(hint === undefined ? problem : { ...problem, hint });
  };
  const load = (from: SourceLine, file: string): { target: string; source: string } | undefined => {
    const target = file.startsWith("@site/") ? resolvePath("", file.slice(6)) : resolvePath(folderOf(from.path), file);
    includes.add(target);
    const source = read(target);
    if (source === undefined) report(from, `no file at ${target} to include`);
    return source === undefined ? undefined : { target, source };
  };

  const addText = (own: string, text: string, firstLine: number, indent: string, open: readonly string[]) => {
    let fence: string | undefined;
    for (const [index, raw] of text.split("\n").entries()) {
      if (lines.length > MAX_LINES) return;
      const line: SourceLine = { text: indent + raw, path: own, line: firstLine + index };
      fence = nextFence(fence, raw);
      const mayInclude = fence === undefined && raw.includes("<");
      const partial = mayInclude ? PARTIAL.exec(raw) : null;
      const code = mayInclude && partial === null ? CODE_FILE.exec(raw) : null;
      if (partial !== null) addPartial(line, partial[2] ?? partial[3] ?? "", indent + (partial[1] ?? ""), open);
      else if (code !== null) addCode(line, code, indent);
      else lines.push(line);
    }
  };
  const addPartial = (from: SourceLine, file: string, indent: string, open: readonly string[]) => {
    if (!nameOf(file).startsWith("_")) {
      return report(
        from,
        `"${file}" is a page of its own`,
        'give a file that is only included a name beginning with "_"',
      );
    }
    const loaded = load(from, file);
    if (loaded === undefined) return;
    if (open.includes(loaded.target)) {
      return report(from, `includes go in a circle: ${[...open, loaded.target].join(" > ")}`);
    }
    addText(loaded.target, loaded.source.replace(/\n$/, ""), 1, indent, [...open, loaded.target]);
  };
  const addCode = (from: SourceLine, [, own = "", file = "", region, rest = ""]: RegExpExecArray, indent: string) => {
    const loaded = load(from, file);
    if (loaded === undefined) return;
    const found = region === undefined ? shownLines(loaded.source, 1) : regionOf(loaded.source, region);
    if (found === undefined) {
      const close = nearest(region ?? "", regionNames(loaded.source));
      return report(
        from,
        `${loaded.target} has no region "${region}"`,
        close === undefined ? undefined : `did you mean "${close}"?`,
      );
    }
    const [, language = endingOf(file), meta = rest] = /^([A-Za-z][\w+-]*)(?![\w=-])\s*(.*)$/.exec(rest) ?? [];
    const texts = unindent(found.map((one) => one.text));
    const runs = texts.flatMap((text) => [...text.matchAll(/`{3,}/g)].map(([run]) => run.length));
    const mark = "`".repeat(Math.max(2, ...runs) + 1);
    lines.push({ ...from, text: `${indent}${own}${mark}${language} ${meta}`.trimEnd() });
    for (const [index, { line }] of found.entries()) {
      lines.push({ text: indent + own + (texts[index] ?? ""), path: loaded.target, line });
    }
    lines.push({ ...from, text: indent + own + mark });
  };

  addText(path, body, bodyLine, "", [path]);
  const [cut] = lines.splice(MAX_LINES);
  if (cut !== undefined) report(cut, `the page has more than ${count(MAX_LINES, "line")}`, "split it");
  return { lines, includes: [...includes], problems };
}

/** The fence that is open behind a line. */
export function nextFence(open: string | undefined, line: string): string | undefined {
  const match = FENCE.exec(line);
  const mark = match?.[1];
  if (mark === undefined) return open;
  if (open === undefined) return mark;
  return mark.startsWith(open) && match?.[2]?.trim() === "" ? undefined : open;
}

/** A line of an included file, counted from 1. */
interface FileLine {
  readonly text: string;
  readonly line: number;
}

/** Lines between `#region name` and `#endregion` (VS Code's words, in any comment), inner markers left out. */
function regionOf(source: string, name: string): readonly FileLine[] | undefined {
  const lines = source.split("\n");
  const start = lines.findIndex((line) => regionName(line) === name);
  if (start < 0) return undefined;
  let depth = 0;
  for (let index = start + 1; index < lines.length; index++) {
    const line = lines[index] ?? "";
    if (regionName(line) !== undefined) depth += 1;
    if (!isRegionEnd(line)) continue;
    if (depth === 0) return shownLines(lines.slice(start + 1, index).join("\n"), start + 2);
    depth -= 1;
  }
  return undefined;
}

/** The lines of a text without region markers, and without the empty line at its end. */
function shownLines(text: string, firstLine: number): readonly FileLine[] {
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((line, index) => ({ text: line, line: firstLine + index }))
    .filter((one) => regionName(one.text) === undefined && !isRegionEnd(one.text));
}

function isRegionEnd(line: string): boolean {
  return /#endregion\b/.test(line);
}

function regionNames(source: string): string[] {
  return source.split("\n").flatMap((line) => regionName(line) ?? []);
}

function regionName(line: string): string | undefined {
  return /#region\s+([\w-]+)/.exec(line)?.[1];
}

function endingOf(file: string): string {
  return /\.(\w+)$/.exec(file)?.[1] ?? "text";
}

/** Takes off the indentation that all lines share. */
function unindent(lines: readonly string[]): readonly string[] {
  const indents = lines.flatMap((line) => (line.trim() === "" ? [] : [/^[ \t]*/.exec(line)?.[0].length ?? 0]));
  const shared = Math.min(...indents, 1000);
  return lines.map((line) => line.slice(shared));
}
