import { realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { attempt } from "./attempt.ts";
import type { Position } from "./problem.ts";
import { readRegular } from "./regular-file.ts";

/** Number of context lines above and below the error. */
const AROUND = 2;
/** Longer lines are truncated. */
const MAX_COLUMNS = 160;

/** The numbered lines around a problem, its column marked; undefined if absent, or the file is outside the root. */
export function codeFrame(root: string, { path, line, column }: Position): string | undefined {
  const lines = readInside(root, path)?.split(/\r\n?|\n/);
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

function readInside(root: string, path: string): string | undefined {
  // Absent, or not a file.
  return attempt(() => {
    const real = realpathSync(join(root, path));
    return real.startsWith(realpathSync(root) + sep) ? readRegular(real).toString("utf8") : undefined;
  });
}
