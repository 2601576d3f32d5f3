import { join } from "node:path";
import { attempt } from "./attempt.ts";
import { isInsideRoot } from "./disk-path.ts";
import type { Position } from "./problem.ts";
import { readRegular } from "./regular-file.ts";

/** Number of context lines above and below the error. */
const AROUND = 2;
/** Longer lines are truncated. */
const MAX_COLUMNS = 160;

/** The numbered lines around a problem, its column marked; undefined if absent, or the file is outside the root. */
export function codeFrame(root: string, { path, line, column }: Position): string | undefined {
  const file = join(root, path);
  // Throws if it is absent, or not a file.
  const source = attempt(() => (isInsideRoot(root, file) ? readRegular(file).toString("utf8") : undefined));
  const lines = source?.split(/\r\n?|\n/);
  if (lines === undefined || lines[line - 1] === undefined) return undefined;
  const first = Math.max(1, line - AROUND);
  const last = Math.min(lines.length, line + AROUND);
  const width = String(last).length;
  const rows = lines.slice(first - 1, last).map((text, index) => {
    const number = String(first + index).padStart(width);
    return `${first + index === line ? ">" : " "} ${number} | ${text.slice(0, MAX_COLUMNS)}`.trimEnd();
  });
  const mark = `  ${" ".repeat(width)} | ${" ".repeat(column - 1)}^`;
  if (column > 1 && column <= MAX_COLUMNS) rows.splice(line - first + 1, 0, mark);
  return rows.join("\n");
}
