import { extractMarks } from "../markdown/code-marks.ts";
import type { SourceLine } from "../markdown/include.ts";
import type { Position } from "../shared/problem.ts";

/** A code fence of a page, with its parsed info string and source lines. */
export interface Fence extends Position {
  readonly language: string;
  /** Words without a value: `run`, `output`, `live`, `nocheck`. */
  readonly flags: ReadonlySet<string>;
  /** `session=one`, `file=data.json`, `timeout=20`. */
  readonly options: ReadonlyMap<string, string>;
  /** Code with `{vars.name}` replaced and the fence's indentation removed. */
  readonly code: string;
  /** The lines as written, with indentation and `{vars.name}`, and their positions. */
  readonly sourceLines: readonly SourceLine[];
}

/** Converts a position in a fence's code to one in the source. @param line from 1; beyond the end: the last line */
export function placeInFence(fence: Fence, line: number, column: number): Position {
  const row = Math.max(1, Math.min(line, fence.sourceLines.length));
  const source = fence.sourceLines[row - 1];
  if (source === undefined) return { path: fence.path, line: fence.line, column: fence.column };
  const code = fence.code.split("\n")[row - 1] ?? "";
  const indent = source.text.endsWith(code) ? source.text.length - code.length : fence.column - 1;
  return { path: source.path, line: source.line, column: indent + column };
}

/** Removes marker comments, which are for readers and not valid in JSON. Line numbers don't change. */
export function withoutMarks(code: string): string {
  const lines = code.split("\n").map((line) => extractMarks(line, new Set(), []).code);
  return lines.join("\n");
}
