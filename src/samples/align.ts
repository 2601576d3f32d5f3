import { ANY_LINES } from "./output.ts";

/** A row of two aligned texts: the line's index on each side, undefined for a missing line. */
export interface Row {
  readonly expected: number | undefined;
  readonly actual: number | undefined;
  readonly same: boolean;
}

/** Above this product of line counts, exact alignment would take seconds, and lines are paired in order. */
const MAX_PAIRS = 4_000_000;

/**
 * Aligns normalised output with the expected lines, with as few differing rows as possible; `...` matches any lines.
 */
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

/** Edit distance over lines. `costs` holds, for each pair of positions, the distance of the remaining lines. */
function shortestEdit(left: readonly string[], right: readonly string[]): Row[] {
  const width = right.length + 1;
  const costs = new Uint32Array((left.length + 1) * width);
  const cost = (row: number, at: number) => costs[row * width + at] ?? 0;
  for (let row = left.length; row >= 0; row--) {
    for (let at = right.length; at >= 0; at--) {
      const hasRight = at < right.length;
      let best: number;
      if (row === left.length) best = right.length - at;
      else if (left[row] === ANY_LINES) {
        best = hasRight ? Math.min(cost(row + 1, at), cost(row, at + 1)) : cost(row + 1, at);
      } else if (!hasRight) best = cost(row + 1, at) + 1;
      else if (left[row] === right[at]) best = cost(row + 1, at + 1);
      else best = 1 + Math.min(cost(row + 1, at + 1), cost(row + 1, at), cost(row, at + 1));
      costs[row * width + at] = best;
    }
  }
  return backtrack(left, right, cost);
}

function backtrack(
  left: readonly string[],
  right: readonly string[],
  cost: (row: number, at: number) => number,
): Row[] {
  const rows: Row[] = [];
  let row = 0;
  let at = 0;
  while (row < left.length || at < right.length) {
    if (left[row] === ANY_LINES) {
      rows.push({ expected: row, actual: undefined, same: true });
      for (; at < right.length && cost(row, at) !== cost(row + 1, at); at++) {
        rows.push({ expected: undefined, actual: at, same: true });
      }
      row += 1;
      continue;
    }
    const same = row < left.length && left[row] === right[at];
    const pair = row < left.length && at < right.length && (same || cost(row, at) === cost(row + 1, at + 1) + 1);
    const takesLeft = pair || (row < left.length && cost(row, at) === cost(row + 1, at) + 1);
    const takesRight = pair || !takesLeft;
    rows.push({ expected: takesLeft ? row : undefined, actual: takesRight ? at : undefined, same });
    if (takesLeft) row += 1;
    if (takesRight) at += 1;
  }
  return rows;
}
