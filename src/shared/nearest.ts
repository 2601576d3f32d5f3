/**
 * Finds the candidate that a mistyped name most likely meant.
 *
 * @returns the candidate at the smallest Damerau-Levenshtein distance (optimal string alignment),
 *   ignoring case, or undefined where none is within a third of the name's length
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase();
  let limit = Math.max(1, Math.floor(wanted.length / 3));
  let best: string | undefined;
  for (const candidate of candidates) {
    const other = candidate.toLowerCase();
    if (Math.abs(other.length - wanted.length) > limit) continue;
    const distance = editDistance(wanted, other, limit);
    if (distance > limit || (distance === limit && best !== undefined)) continue;
    best = candidate;
    limit = distance;
  }
  return best;
}

/** Says `; did you mean "x"?` for the nearest candidate, or nothing. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const found = nearest(name, candidates);
  return found === undefined ? "" : `; did you mean "${found}"?`;
}

/**
 * Optimal string alignment distance: insertions, deletions, substitutions, swaps of neighbours.
 *
 * @param limit what is farther is not measured: any number above the limit stands for it
 */
export function editDistance(a: string, b: string, limit = Number.POSITIVE_INFINITY): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return distanceOf(a.slice(start, a.length - end), b.slice(start, b.length - end), limit);
}

/** The same for texts that begin and end differently. What is farther from the diagonal than the limit stays infinite. */
function distanceOf(a: string, b: string, limit: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current: number[] = [row];
    const from = Math.max(1, row - limit);
    const to = Math.min(b.length, row + limit);
    let least = row;
    for (let column = 1; column < from; column++) current.push(Number.POSITIVE_INFINITY);
    for (let column = from; column <= to; column++) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1;
      const left = current[column - 1] ?? Number.POSITIVE_INFINITY;
      let value = Math.min((last[column] ?? Number.POSITIVE_INFINITY) + 1, left + 1, (last[column - 1] ?? 0) + cost);
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        value = Math.min(value, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(value);
      least = Math.min(least, value);
    }
    // Two swapped letters reach over one row, at a cost of one.
    if (least > limit + 1) return limit + 1;
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? Number.POSITIVE_INFINITY;
}
