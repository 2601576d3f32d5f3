import { count } from "../shared/text.ts";

/** A line that matches any number of lines. */
const ANY_LINES = "...";

/** Normalises output for comparison: no trailing spaces, no empty lines at the end. */
export function normaliseOutput(text: string): string[] {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const normalised = lines.map((line) => (line.trim() === ANY_LINES ? ANY_LINES : line.trimEnd()));
  while (normalised.at(-1) === "") normalised.pop();
  return normalised;
}

/** Whether normalised output matches the expected lines. */
export function matchesOutput(expected: readonly string[], actual: readonly string[]): boolean {
  const [first = "", ...others] = expected
    .map((line) => (line === ANY_LINES ? "\0" : `${line}\n`))
    .join("")
    .split("\0");
  const text = ["", ...actual, ""].join("\n");
  const last = others.pop();
  if (last === undefined) return text === `\n${first}`;
  if (!text.startsWith(`\n${first}`)) return false;
  /** Where the line ends that was matched last. */
  let end = first.length;
  for (const part of others) {
    const start = text.indexOf(`\n${part}`, end);
    if (start < 0) return false;
    end = start + part.length;
  }
  return text.endsWith(`\n${last}`) && text.length - 1 - last.length >= end;
}

/** A row of two aligned texts: the line's index on each side, undefined for a missing line. */
export interface Row {
  readonly expected: number | undefined;
  readonly actual: number | undefined;
  readonly same: boolean;
}

/** Above this product of line counts, exact alignment would take seconds, and lines are paired in order. */
const MAX_PAIRS = 4_000_000;

/** Aligns normalised output with the expected lines, with the fewest differing rows; `...` matches any lines. */
export function align(expected: readonly string[], actual: readonly string[]): Row[] {
  const shorter = Math.min(expected.length, actual.length);
  let head = 0;
  while (head < shorter && expected[head] === actual[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && expected.at(-1 - tail) === actual.at(-1 - tail)) tail += 1;
  const left = expected.slice(head, expected.length - tail);
  const right = actual.slice(head, actual.length - tail);
  const middle = left.length * right.length > MAX_PAIRS ? pairInOrder(left, right) : shortestEdit(left, right);
  const shift = (index: number | undefined) => (index === undefined ? undefined : index + head);
  return [
    ...Array.from({ length: head }, (_, index) => ({ expected: index, actual: index, same: true })),
    ...middle.map((row) => ({ expected: shift(row.expected), actual: shift(row.actual), same: row.same })),
    ...Array.from({ length: tail }, (_, index) => {
      return { expected: expected.length - tail + index, actual: actual.length - tail + index, same: true };
    }),
  ];
}

function pairInOrder(left: readonly string[], right: readonly string[]): Row[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => ({
    expected: index < left.length ? index : undefined,
    actual: index < right.length ? index : undefined,
    same: left[index] === right[index],
  }));
}

/**
 * Aligns lines by their edit distance. `costs` holds, for each pair of positions, the distance of the remaining lines.
 * Behind the end of one side it is too large for any way; behind both, nothing is left.
 */
function shortestEdit(left: readonly string[], right: readonly string[]): Row[] {
  const width = right.length + 2;
  const costs = new Uint32Array((left.length + 2) * width).fill(2 ** 31);
  costs[costs.length - 1] = 0;
  const cost = (row: number, at: number) => costs[row * width + at] ?? 0;
  for (let row = left.length; row >= 0; row--) {
    for (let at = right.length; at >= 0; at--) {
      let best: number;
      if (left[row] === ANY_LINES) best = Math.min(cost(row + 1, at), cost(row, at + 1));
      else if (left[row] === right[at]) best = cost(row + 1, at + 1);
      else best = 1 + Math.min(cost(row + 1, at + 1), cost(row + 1, at), cost(row, at + 1));
      costs[row * width + at] = best;
    }
  }
  const rows: Row[] = [];
  for (let row = 0, at = 0; row < left.length || at < right.length; ) {
    if (left[row] === ANY_LINES) {
      rows.push({ expected: row, actual: undefined, same: true });
      for (; cost(row, at) !== cost(row + 1, at); at++) rows.push({ expected: undefined, actual: at, same: true });
      row += 1;
      continue;
    }
    const same = left[row] === right[at];
    const pair = same || cost(row, at) === cost(row + 1, at + 1) + 1;
    const takesLeft = pair || cost(row, at) === cost(row + 1, at) + 1;
    const takesRight = pair || !takesLeft;
    rows.push({ expected: takesLeft ? row : undefined, actual: takesRight ? at : undefined, same });
    if (takesLeft) row += 1;
    if (takesRight) at += 1;
  }
  return rows;
}

/** Maximum column width, in characters; longer lines are wrapped. */
const MAX_WIDTH = 78;
/** Number of equal rows shown around differing ones. */
const CONTEXT_ROWS = 2;
const MAX_ROWS = 120;

/** Formats aligned rows in two columns, with headings; differing rows begin with `!`. */
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
