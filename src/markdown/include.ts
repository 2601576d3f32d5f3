// <Include file="./_part.md" />          the lines of a Markdown file
// <<< ./sample.js#region {2} title="x"   a file, or a region of it, as a code fence

import { nearest } from "../shared/nearest.ts";
import { type Problem, problemOf, type Severity } from "../shared/problem.ts";
import { folderOf, nameOf, resolvePath } from "../shared/route.ts";
import { count } from "../shared/text.ts";
import { includedLines, MAX_LINES, regionNames } from "./included-lines.ts";

/** A line of a page, with its source position. */
export interface SourceLine {
  readonly text: string;
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** Number of characters in front of the line that its file doesn't have: the indentation of an include. */
  readonly indent?: number;
}

/** The text of a page with includes expanded. Plain data, as plugins of the site parse it in another thread. */
export interface PageText {
  readonly path: string;
  readonly lines: readonly SourceLine[];
  /** Paths of included files. */
  readonly includes: readonly string[];
  /** Code of each overload that a `<Signature>` shows, by its name as written. */
  readonly signatures?: Readonly<Record<string, readonly string[]>>;
  /** Size in bytes of each file that samples keep, by name; those that don't exist are absent. */
  readonly kept?: Readonly<Record<string, number>>;
  readonly problems: readonly Problem[];
}

/** Reads a file by its path relative to the site's root; undefined if it doesn't exist. */
export type ReadInclude = (path: string) => string | undefined;

const PARTIAL = /^([\s>]*)<Include\s+file=(?:"([^"]+)"|'([^']+)')\s*\/>$/;
const CODE_FILE = /^([\s>]*)<<<\s+(\S+)(?:\s+(.*))?$/;
const REGION = /#([\w-]+)$/;
/** Matches the front matter of an included file. */
const FRONT_MATTER = /^---[ \t]*\n[A-Za-z_][\w-]*:(?:.*\n)*?---[ \t]*(?:\n|$)/;
const MATTER_MESSAGE = "the front matter of an included file has no effect";
const REGION_MARKS = "#region name above it, and #endregion below it";
const FENCE = /^[\s>]*(`{3,}|~{3,})(.*)$/;

// Without limits, a few files that include each other could expand to millions of lines.
/** Maximum number of includes, counted each time they are expanded. */
const MAX_INCLUDES = 10_000;
/** Maximum size of included text with its indentation, in characters. */
const MAX_CHARACTERS = 10_000_000;
const MAX_DEPTH = 100;
const MAX_FAULTS = 20;

/**
 * Replaces include lines by the lines of the files. Every line keeps its source position.
 *
 * @param path file of the page, relative to the site's root
 * @param bodyLine line of the file where the body begins, from 1
 */
export function expandIncludes(path: string, body: string, bodyLine: number, read: ReadInclude): PageText {
  const texts = new Map<string, string | undefined>();
  /** One per source line, however often it is expanded. */
  const faults = new Map<string, Problem>();
  const lines: SourceLine[] = [];
  let includes = 0;
  let characters = 0;
  let last: SourceLine | undefined;

  const report = (from: SourceLine, message: string, hint?: string, severity?: Severity) => {
    faults.set(lineKey(from), problem(from, message, hint, severity));
  };
  const isFull = () => lines.length > MAX_LINES || includes > MAX_INCLUDES || characters > MAX_CHARACTERS;
  const put = (line: SourceLine, indent: string) => {
    lines.push(indent === "" ? line : { ...line, text: indent + line.text, indent: indent.length });
    characters += indent.length;
  };
  const load = (from: SourceLine, file: string): { target: string; source: string } | undefined => {
    const [folder, relative] = placeOf(from, file);
    const target = resolvePath(folder, relative);
    if (leadsOut(folder, relative)) {
      report(from, `"${file}" is outside the site`, "copy it into the site");
      return undefined;
    }
    if (!texts.has(target)) texts.set(target, read(target));
    const source = texts.get(target);
    last = from;
    includes += 1;
    characters += source?.length ?? 0;
    if (source === undefined) report(from, `no file at ${target} to include`, missingHint(from, file));
    return source === undefined || isFull() ? undefined : { target, source };
  };

  const addText = (file: string, text: string, firstLine: number, indent: string, open: readonly string[]) => {
    let fence: string | undefined;
    let isComment = false;
    for (const [index, raw] of text.split("\n", MAX_LINES + 1).entries()) {
      if (isFull()) return;
      const line: SourceLine = { text: raw, path: file, line: firstLine + index };
      if (!isComment) fence = nextFence(fence, raw);
      if (fence === undefined) isComment ||= raw.trimStart().startsWith("<!--");
      const mayInclude = fence === undefined && !isComment && raw.includes("<");
      if (raw.includes("-->")) isComment = false;
      const partial = mayInclude ? PARTIAL.exec(raw.trimEnd()) : null;
      const code = mayInclude && partial === null ? CODE_FILE.exec(raw.trimEnd()) : null;
      if (partial === null && code === null) put(line, indent);
      else if (faults.has(lineKey(line))) continue;
      else if (partial !== null) addPartial(line, partial[2] ?? partial[3] ?? "", indent + (partial[1] ?? ""), open);
      else if (code !== null) addCode(line, code, indent + (code[1] ?? ""));
    }
  };
  const addPartial = (from: SourceLine, file: string, indent: string, open: readonly string[]) => {
    const fault = partialFault(from, file, read);
    if (fault !== undefined) return report(from, ...fault);
    const loaded = load(from, file);
    if (loaded === undefined) return;
    const { target, source } = loaded;
    if (open.includes(target)) {
      return report(from, `circular include: ${[...open, target].join(" > ")}`, "remove one of these includes");
    }
    if (open.length > MAX_DEPTH) return report(from, `includes are nested deeper than ${MAX_DEPTH} files`);
    const matter = FRONT_MATTER.exec(source)?.[0] ?? "";
    if (matter !== "") report({ ...from, path: target, line: 1 }, MATTER_MESSAGE, "remove it", "warning");
    const firstLine = matter.split("\n").length;
    addText(target, source.slice(matter.length).replace(/\n$/, ""), firstLine, indent, [...open, target]);
  };
  const addCode = (from: SourceLine, [, , address = "", rest = ""]: RegExpExecArray, indent: string) => {
    const region = REGION.exec(address)?.[1];
    const loaded = load(from, address.replace(REGION, ""));
    if (loaded === undefined) return;
    const regionLines = includedLines(loaded.source, region);
    if (regionLines === undefined) {
      const message = `${loaded.target} has no region "${region}"`;
      return report(from, message, regionHint(region ?? "", regionNames(loaded.source)));
    }
    const ending = /\.(\w+)$/.exec(loaded.target)?.[1] ?? "text";
    const [, language = ending, meta = rest] = /^([A-Za-z][\w+-]*)(?![\w=-])\s*(.*)$/.exec(rest) ?? [];
    const mark = fenceAround(regionLines.map(({ text }) => text).join("\n"));
    put({ ...from, text: `${mark}${language} ${meta}`.trimEnd() }, indent);
    for (const { text, line } of regionLines) {
      if (isFull()) return;
      put({ text, path: loaded.target, line }, indent);
    }
    put({ ...from, text: mark }, indent);
  };

  addText(path, body, bodyLine, "", [path]);
  const [cut] = lines.splice(MAX_LINES);
  const at = cut ?? (isFull() ? last : undefined);
  const problems = [
    ...firstFaults([...faults.values()]),
    ...(at === undefined ? [] : [problem(at, limitOf(includes, characters), "split it")]),
  ];
  return { path, lines, includes: [...texts.keys()], problems };
}

/** Which maximum a page exceeds. */
function limitOf(includes: number, characters: number): string {
  if (includes > MAX_INCLUDES) return `the page includes more than ${count(MAX_INCLUDES, "file")}`;
  if (characters <= MAX_CHARACTERS) return `the page has more than ${count(MAX_LINES, "line")}`;
  return `the included text has more than ${count(MAX_CHARACTERS, "character")}, including indentation`;
}

function lineKey({ path, line }: SourceLine): string {
  return `${line} ${path}`;
}

function problem({ path, line }: SourceLine, message: string, hint?: string, severity?: Severity): Problem {
  return problemOf({ path, line, code: "include", message, hint, severity });
}

/** Why the file of an `<Include>` can't be a part of a page, and what to write instead; undefined if it can, or if there is none. */
function partialFault(
  from: SourceLine,
  file: string,
  read: ReadInclude,
): readonly [message: string, hint: string] | undefined {
  const [folder, relative] = placeOf(from, file);
  if (nameOf(file).startsWith("_") || leadsOut(folder, relative)) return undefined;
  if (!/\.mdx?$/.test(file)) return [`"${file}" is not a Markdown file`, `write <<< ${file} to show it as code`];
  if (read(resolvePath(folder, relative)) === undefined) return undefined;
  return [`"${file}" is also a page`, 'if the file is only included, start its name with "_"'];
}

/** What to write where a file has no region of a name. */
function regionHint(name: string, names: readonly string[]): string {
  const close = nearest(name, names);
  if (close !== undefined) return `did you mean "${close}"?`;
  return names.length === 0 ? `mark it with comments: ${REGION_MARKS}` : `regions: ${names.join(", ")}`;
}

/** What to write where a file doesn't exist. */
function missingHint({ path }: SourceLine, file: string): string {
  const [name, mark] = /^(.+?)(\{[\d,-]+\})$/.exec(file)?.slice(1) ?? [];
  if (name !== undefined) return `write a space before ${mark}`;
  if (file.includes("{vars.")) return "write the name of the file: variables have no effect here";
  const folder = folderOf(path);
  const hint = "create the file, or write its path from";
  return folder === "" ? `${hint} the site's root` : `${hint} ${folder}, or from the site's root with @site/`;
}

/** The folder that a file name in an include refers to, and the path from there. */
function placeOf({ path }: SourceLine, file: string): readonly [folder: string, relative: string] {
  return file.startsWith("@site/") ? ["", file.slice(6)] : [folderOf(path), file];
}

/** Whether a relative path leads out of the site's root. */
function leadsOut(folder: string, relative: string): boolean {
  // The first segment stays, unless the path leaves the root.
  return !`${resolvePath(resolvePath(":", folder), relative)}/`.startsWith(":/");
}

/** The problems of includes up to a maximum, and the number of the others. */
function firstFaults(faults: readonly Problem[]): Problem[] {
  const more = faults[MAX_FAULTS];
  if (more === undefined) return [...faults];
  const message = `${count(faults.length - MAX_FAULTS, "more include")} can't be resolved`;
  return [...faults.slice(0, MAX_FAULTS), { ...more, message }];
}

/** The marker of the code fence that is open after a line, if any. @param open the marker before the line */
export function nextFence(open: string | undefined, line: string): string | undefined {
  const match = FENCE.exec(line);
  const mark = match?.[1];
  if (mark === undefined) return open;
  if (open === undefined) return mark;
  return mark.startsWith(open) && match?.[2]?.trim() === "" ? undefined : open;
}

/** A fence for code: longer than any run of backticks in it. */
export function fenceAround(code: string): string {
  const runs = code.match(/`{3,}/g) ?? [];
  return "`".repeat(runs.reduce((most, { length }) => Math.max(most, length), 2) + 1);
}
