import { readHtml } from "../shared/html.ts";
import { escapeHtml } from "../shared/text.ts";

/** The kinds of marks on a line of code. */
export type LineMark = "marked" | "added" | "removed" | "focused" | "error" | "warning";

/** A fault of a marker comment, and its line in the code, from 0. */
interface MarkFault {
  readonly line: number;
  readonly message: string;
  readonly hint: string;
}

/** Code without its marker comments, with the marks that they set. */
export interface MarkedCode {
  readonly code: string;
  /** Marks by line, from 1. */
  readonly marks: ReadonlyMap<number, ReadonlySet<LineMark>>;
  /** Texts to mark in all lines. */
  readonly words: readonly string[];
  /** Marker comments that readers see, and ranges without a beginning or an end. */
  readonly faults: readonly MarkFault[];
}

const COMMENT_OPEN = String.raw`(?:\/\/|#|--|;|%|\/\*|<!--|\{\s*\/\*|')`;
const COMMENT_CLOSE = String.raw`(?:\*\/\s*\}|\*\/|-->)?`;
/** Matches a comment of any language with a marker such as `highlight-next-line`, alone on its line. */
const LINE_MARKER = new RegExp(
  String.raw`^\s*${COMMENT_OPEN}\s*highlight-(next-line|start|end)\s*${COMMENT_CLOSE}\s*$`,
);
/** Matches `// [!code ++]`, at the end of its line or alone on the line before; `:2` sets the number of lines. */
const CODE_MARKER = new RegExp(
  String.raw`\s*${COMMENT_OPEN}\s*\[!code\s+(\+\+|--|focus|highlight|hl|error|warning|word:[^\]]+?)(?::(\d+))?\]\s*${COMMENT_CLOSE}\s*$`,
);

/** Matches a comment that looks like a marker, also one with a typing error. */
const LIKE_MARKER = new RegExp(
  String.raw`(?:${COMMENT_OPEN}\s*\[!code\s+[^\]]*\]|^\s*${COMMENT_OPEN}\s*highlight-(?:next|start|end|line)[\w-]*)\s*${COMMENT_CLOSE}\s*$`,
);

const MARK_NAMES: Readonly<Record<string, LineMark>> = {
  "++": "added",
  "--": "removed",
  focus: "focused",
  highlight: "marked",
  hl: "marked",
  error: "error",
  warning: "warning",
};

const START_HINT = "write a comment highlight-start before the first line to mark, or remove it";
const END_HINT = "write a comment highlight-end after the last line to mark";
const MARKS_HINT = `write highlight-next-line, highlight-start, highlight-end, or one of ${Object.keys(MARK_NAMES)
  .map((name) => `[!code ${name}]`)
  .join(", ")}, [!code word:text]`;

/** Removes marker comments. @param markedLines `{1,4-6}` of the info string @param words its `/text/` */
export function extractMarks(source: string, markedLines: ReadonlySet<number>, words: readonly string[]): MarkedCode {
  const marks = new Map<number, Set<LineMark>>();
  const mark = (line: number, name: LineMark) => {
    const lineMarks = marks.get(line) ?? new Set();
    marks.set(line, lineMarks.add(name));
  };
  for (const line of markedLines) mark(line, "marked");
  if (!/highlight-|\[!code/.test(source)) return { code: source, marks, words, faults: [] };
  const kept: string[] = [];
  const markedWords = [...words];
  const faults: MarkFault[] = [];
  /** Line of the marker that begins the current range. */
  let start: number | undefined;
  let next = false;
  for (const [number, line] of source.split("\n").entries()) {
    const range = LINE_MARKER.exec(line)?.[1];
    if (range === "end" && start === undefined)
      faults.push({ line: number, message: '"highlight-end" closes nothing', hint: START_HINT });
    if (range === "next-line") next = true;
    else if (range !== undefined) start = range === "start" ? number : undefined;
    if (range !== undefined) continue;
    const inline = CODE_MARKER.exec(line);
    const like = inline === null ? LIKE_MARKER.exec(line)?.[0].trim() : undefined;
    if (like !== undefined)
      faults.push({ line: number, message: `readers see the comment "${like}": it marks nothing`, hint: MARKS_HINT });
    const text = inline === null ? line : line.slice(0, inline.index);
    const isAlone = inline !== null && text.trim() === "";
    if (!isAlone) {
      kept.push(text);
      if (start !== undefined || next) mark(kept.length, "marked");
      next = false;
    }
    const [, kind = "", count = "1"] = inline ?? [];
    if (kind.startsWith("word:")) markedWords.push(kind.slice("word:".length));
    else if (inline !== null) {
      const first = isAlone ? kept.length + 1 : kept.length;
      for (let index = 0; index < Math.min(Number(count), 1000); index++)
        mark(first + index, MARK_NAMES[kind] ?? "marked");
    }
  }
  if (start !== undefined) faults.push({ line: start, message: '"highlight-start" is not closed', hint: END_HINT });
  return { code: kept.join("\n"), marks, words: markedWords, faults };
}

/** Wraps each line in an element with its marks as classes. */
export function wrapLines(lines: readonly string[], marks: MarkedCode["marks"]): string {
  return lines
    .map((line, index) => `<span class="${["line", ...(marks.get(index + 1) ?? [])].join(" ")}">${line}\n</span>`)
    .join("");
}

/** Marks all occurrences of texts in a line of highlighted HTML, even if they span several token elements. */
export function markWords(html: string, words: readonly string[]): string {
  return words.filter((word) => word !== "").reduce((done, word) => markWord(done, escapeHtml(word)), html);
}

function markWord(html: string, word: string): string {
  const parts = readHtml(html).map((part) => ({ html: html.slice(part.from, part.to), isText: part.kind === "text" }));
  const text = parts.map((part) => (part.isText ? part.html : "")).join("");
  const starts: number[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) starts.push(at);
  if (starts.length === 0) return html;
  let position = 0;
  return parts
    .map((part) => {
      if (!part.isText) return part.html;
      const from = position;
      position += part.html.length;
      return markPart(part.html, from, starts, word.length);
    })
    .join("");
}

function markPart(part: string, from: number, starts: readonly number[], length: number): string {
  let html = "";
  let done = 0;
  for (const start of starts) {
    const begin = Math.max(start - from, done);
    const end = Math.min(start + length - from, part.length);
    if (begin >= end) continue;
    html += `${part.slice(done, begin)}<mark>${part.slice(begin, end)}</mark>`;
    done = end;
  }
  return html + part.slice(done);
}
