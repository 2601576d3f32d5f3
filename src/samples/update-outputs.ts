import type { Row } from "./align.ts";
import type { Fence } from "./fence.ts";

/** An output fence that no longer shows what its sample prints. */
export interface OutputChange {
  readonly fence: Fence;
  /** What is to stand there, by rows; `expected` counts the fence's lines. */
  readonly rows: readonly Row[];
  /** Folded lines that were printed. */
  readonly actual: readonly string[];
}

interface Line {
  readonly text: string;
  /** Its line end as written; empty for the last line. */
  readonly end: string;
}

/** True where the fence's lines stand where the fence does, not in a file that it includes. */
export function canUpdate({ path, line, sourceLines }: Fence): boolean {
  return sourceLines.every((source, index) => source.path === path && source.line === line + 1 + index);
}

/**
 * Rewrites output fences in the text of a file and touches nothing else: lines that still hold stay as
 * they were written, with `{vars.name}` and `...`; new ones get the fence's indentation and line ends.
 *
 * @returns the new text, or undefined where the text is not the one that was checked
 */
export function updateOutputs(text: string, changes: readonly OutputChange[]): string | undefined {
  const pieces = text.split(/(\r\n|\r|\n)/);
  const lines = Array.from({ length: Math.ceil(pieces.length / 2) }, (_, index): Line => {
    return { text: pieces[2 * index] ?? "", end: pieces[2 * index + 1] ?? "" };
  });
  const fromBottom = [...changes].sort((a, b) => b.fence.line - a.fence.line);
  for (const change of fromBottom) if (!rewriteFence(lines, change)) return undefined;
  return lines.map((line) => line.text + line.end).join("");
}

function rewriteFence(lines: Line[], { fence, rows, actual }: OutputChange): boolean {
  const count = fence.sourceLines.length;
  const old = lines.slice(fence.line, fence.line + count);
  const opening = lines[fence.line - 1];
  const [, before = "", marker = ""] = /^(.*?)(`{3,}|~{3,})/.exec(opening?.text ?? "") ?? [];
  // An included line is read with the indentation of the line that includes it.
  const isAsChecked = old.every((line, index) => fence.sourceLines[index]?.text.endsWith(line.text));
  if (opening === undefined || marker === "" || old.length < count || !isAsChecked) return false;

  // Behind a list marker the fence's own lines are indented by spaces; a quote's mark is on every line.
  const indent = before.replace(/[^>\s]/g, " ");
  const printed = (line: string): Line => ({ text: (indent + line).trimEnd(), end: opening.end });
  const fresh = rows.flatMap(({ expected, actual: at, same }) => {
    // A row that is the same without an expected line was swallowed by the `...` above it.
    if (same) return expected === undefined ? [] : old.slice(expected, expected + 1);
    return at === undefined ? [] : [printed(actual[at] ?? "")];
  });
  lengthenFence(lines, [fence.line - 1, fence.line + count], marker, actual);
  const compared = rows.reduce((most, { expected }) => Math.max(most, (expected ?? -1) + 1), 0);
  lines.splice(fence.line, compared, ...fresh);
  return true;
}

/** Output that holds a line of backticks would end its fence: both ends of the fence grow longer. */
function lengthenFence(lines: Line[], ends: readonly number[], marker: string, actual: readonly string[]): void {
  const longest = actual.reduce((most, line) => {
    const run = /^ {0,3}(`{3,}|~{3,})\s*$/.exec(line)?.[1] ?? "";
    return run[0] === marker[0] ? Math.max(most, run.length) : most;
  }, 0);
  if (longest < marker.length) return;
  const longer = marker.charAt(0).repeat(longest + 1);
  for (const index of ends) {
    const line = lines[index];
    if (line !== undefined) lines[index] = { ...line, text: line.text.replace(/`{3,}|~{3,}/, longer) };
  }
}
