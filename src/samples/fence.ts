import { extractMarks } from "../markdown/code-marks.ts";
import type { SourcePosition } from "../markdown/document.ts";
import type { SourceLine } from "../markdown/include.ts";
import type { Problem } from "../shared/problem.ts";

/** A code fence of a page, with what its info string says and the lines it stands on. */
export interface Fence extends SourcePosition {
  readonly language: string;
  /** Words without a value: `run`, `output`, `live`, `nocheck`. */
  readonly flags: ReadonlySet<string>;
  /** `session=one`, `file=data.json`, `timeout=20`. */
  readonly options: ReadonlyMap<string, string>;
  /** Code with `{vars.name}` filled in and the fence's indentation taken off. */
  readonly code: string;
  /** The code's lines as they were written, indentation and `{vars.name}` included, and where that is. */
  readonly sourceLines: readonly SourceLine[];
}

/** Place in the source of a place in the fence's code. @param line from 1; a line past the end is the last one */
export function placeInFence(fence: Fence, line: number, column: number): SourcePosition {
  const row = Math.max(1, Math.min(line, fence.sourceLines.length));
  const source = fence.sourceLines[row - 1];
  if (source === undefined) return { path: fence.path, line: fence.line, column: fence.column };
  const code = fence.code.split("\n")[row - 1] ?? "";
  const indent = source.text.endsWith(code) ? source.text.length - code.length : fence.column - 1;
  return { path: source.path, line: source.line, column: indent + column };
}

/** A file's text: marker comments are for the reader of the page, and JSON has none. Lines stay where they are. */
export function withoutMarks(code: string): string {
  const lines = code.split("\n").map((line) => extractMarks(line, new Set(), []).code);
  return lines.join("\n");
}

/** A problem at a place. @param hint what to write instead */
export function problemAt(
  { path, line, column }: SourcePosition,
  kind: Pick<Problem, "severity" | "code">,
  message: string,
  hint?: string,
): Problem {
  return { path, line, column, ...kind, message, ...(hint === undefined ? {} : { hint }) };
}
