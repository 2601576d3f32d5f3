import type { Mismatch } from "./check-programs.ts";
import type { Fence } from "./fence.ts";

/** Whether the content of a fence is in the page itself, not included from another file. */
export function canUpdate({ path, line, sourceLines }: Fence): boolean {
  return sourceLines.every((source, index) => source.path === path && source.line === line + 1 + index);
}

/**
 * Rewrites output fences in a file's text and nothing else: unchanged lines stay as written, with `{vars.name}` and
 * `...`; new lines get the fence's indentation.
 *
 * @returns the new text; undefined if the text is not the checked one
 */
export function updateOutputs(text: string, changes: readonly Mismatch[]): string | undefined {
  const lines = text.split("\n");
  const fromBottom = [...changes].sort((a, b) => b.fence.line - a.fence.line);
  for (const change of fromBottom) if (!rewriteFence(lines, change)) return undefined;
  return lines.join("\n");
}

function rewriteFence(lines: string[], { fence, rows, actual }: Mismatch): boolean {
  const count = fence.sourceLines.length;
  const old = lines.slice(fence.line, fence.line + count);
  const opening = lines[fence.line - 1];
  const [, before = "", marker = ""] = /^(.*?)(`{3,}|~{3,})/.exec(opening ?? "") ?? [];
  // Included lines have the indentation of the including line added.
  const isAsChecked = old.every((line, index) => fence.sourceLines[index]?.text.endsWith(line.replace(/\r$/, "")));
  if (opening === undefined || marker === "" || old.length < count || !isAsChecked) return false;

  // After a list marker, lines are indented by spaces; a quote's mark is repeated on every line.
  const indent = before.replace(/[^>\s]/g, " ");
  const printed = (line: string) => (indent + line).trimEnd();
  const fresh = rows.flatMap(({ expected, actual: at, same }) => {
    // An equal row without an expected line was matched by the `...` above it.
    if (same) return expected === undefined ? [] : old.slice(expected, expected + 1);
    return at === undefined ? [] : [printed(actual[at] ?? "")];
  });
  // A sample without an output fence.
  if (!fence.flags.has("output")) {
    const closing = fence.line + count;
    const added = ["", `${marker}text output`, ...actual, marker].map(printed);
    lines.splice(closing + 1, 0, ...added);
    lengthenFence(lines, [closing + 2, closing + 1 + added.length], marker, actual);
    return true;
  }
  lengthenFence(lines, [fence.line - 1, fence.line + count], marker, actual);
  const compared = rows.reduce((most, { expected }) => Math.max(most, (expected ?? -1) + 1), 0);
  lines.splice(fence.line, compared, ...fresh);
  return true;
}

/** Lengthens a fence's delimiters if a line of the output would close it. */
function lengthenFence(lines: string[], ends: readonly number[], marker: string, actual: readonly string[]): void {
  const longest = actual.reduce((most, line) => {
    const run = /^ {0,3}(`{3,}|~{3,})\s*$/.exec(line)?.[1] ?? "";
    return run[0] === marker[0] ? Math.max(most, run.length) : most;
  }, 0);
  if (longest < marker.length) return;
  const longer = marker.charAt(0).repeat(longest + 1);
  for (const index of ends) lines[index] = (lines[index] ?? "").replace(/`{3,}|~{3,}/, longer);
}
