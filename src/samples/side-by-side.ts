import { count } from "../shared/text.ts";
import type { Row } from "./align.ts";

/** Maximum column width, in characters; longer lines are wrapped. */
const MAX_WIDTH = 78;
/** Number of equal rows shown around differing ones. */
const CONTEXT_ROWS = 2;
const MAX_ROWS = 120;

/**
 * Formats aligned rows in two columns, expected and actual; differing rows begin with `!`.
 *
 * @returns lines joined by `\n`, the headings first
 */
export function sideBySide(rows: readonly Row[], expected: readonly string[], actual: readonly string[]): string {
  const cells = rows.map(({ expected: left, actual: right, same }) => {
    return { left: visible(expected[left ?? -1] ?? ""), right: visible(actual[right ?? -1] ?? ""), same };
  });
  const near = rows.map((_, index) => {
    return rows.slice(Math.max(0, index - CONTEXT_ROWS), index + CONTEXT_ROWS + 1).some(({ same }) => !same);
  });
  const widest = cells.reduce((most, { left }, index) => (near[index] ? Math.max(most, left.length) : most), 0);
  const width = Math.min(MAX_WIDTH, Math.max("expected".length, widest));
  const lines = [`  ${"expected".padEnd(width)} | actual`];
  let skipped = 0;
  const flushSkipped = () => {
    if (skipped > 0) lines.push(`  (${count(skipped, "equal line")})`);
    skipped = 0;
  };
  for (const [index, { left, right, same }] of cells.entries()) {
    if (near[index] !== true) {
      skipped += 1;
      continue;
    }
    flushSkipped();
    // A single line may be long enough to fill all rows.
    for (let part = 0; part === 0 || part * MAX_WIDTH < Math.max(left.length, right.length); part++) {
      if (lines.length > MAX_ROWS) {
        lines.push(part > 0 ? "  (line continues)" : `  (${count(cells.length - index, "more line")})`);
        return lines.join("\n");
      }
      const [leftCell, rightCell] = [left, right].map((cell) => cell.slice(part * MAX_WIDTH, (part + 1) * MAX_WIDTH));
      lines.push(`${same ? " " : "!"} ${leftCell?.padEnd(width)} | ${rightCell}`.trimEnd());
    }
  }
  flushSkipped();
  return lines.join("\n");
}

/** Escapes characters that are invisible or break the columns. */
function visible(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, (char) => {
    if (char === "\t") return "\\t";
    return `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
  });
}
