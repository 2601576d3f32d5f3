import { editHtml, type HtmlEdit } from "../../../shared/html-parts.ts";

/** Edits of ranges of a source; everything outside of them stays byte for byte. */
export interface Edits {
  /** Replaces a range; of nested ranges only the outer one counts. */
  readonly replace: (start: number, end: number, text: string) => void;
  /** Whether anything is replaced inside a range. */
  readonly touches: (start: number, end: number) => boolean;
  /** Whether a range is replaced by nothing. */
  readonly removes: (start: number, end: number) => boolean;
  /** The source after all edits. */
  readonly result: () => string;
}

/** Collects edits of a source. */
export function createEdits(source: string): Edits {
  const edits: HtmlEdit[] = [];
  return {
    replace: (from, to, html) => edits.push({ from, to, html }),
    touches: (start, end) => edits.some(({ from, to }) => from < end && to > start),
    removes: (start, end) => edits.some(({ from, to, html }) => html === "" && from <= start && to >= end),
    result: () =>
      editHtml(
        source,
        edits.toSorted((a, b) => a.from - b.from || b.to - a.to),
      ),
  };
}

/** Whether only whitespace and quote markers precede an offset in its line. */
export function beginsLine(source: string, offset: number): boolean {
  return /^[\s>]*$/.test(source.slice(source.lastIndexOf("\n", offset - 1) + 1, offset));
}

/** An empty line before the next block, inside the quotes and list items that a prefix stands for. */
export function emptyLine(prefix: string): string {
  return `\n${prefix.trimEnd()}\n${prefix}`;
}

/** Whether an offset is the beginning of its line, or of a list item in it. */
export function beginsItem(source: string, offset: number): boolean {
  const before = source.slice(source.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^(?:[\s>]|(?:[-*+]|\d{1,9}[.)])[ \t])*$/.test(before);
}

/** Whether only whitespace follows an offset in its line. */
export function endsLine(source: string, offset: number): boolean {
  const end = source.indexOf("\n", offset);
  return source.slice(offset, end < 0 ? undefined : end).trim() === "";
}
