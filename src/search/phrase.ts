import { tokensOf, wordsOf } from "./tokens.ts";

/** Tells whether words stand in a text side by side, in this order, whatever signs are between them. */
export function holdsPhrase(text: string, phrase: string, isOpen: boolean): boolean {
  const wanted = wordsOf(phrase).map(({ term }) => term);
  const [first] = wanted;
  if (first === undefined) return true;
  const tokens = tokensOf(text);
  const byStart = new Map<number, { term: string; end: number }[]>();
  for (const { term, start, end } of tokens) byStart.set(start, [...(byStart.get(start) ?? []), { term, end }]);
  const starts = [...byStart.keys()].sort((a, b) => a - b);
  const nextStart = (end: number) => starts[lowerBound(starts, end)];
  const holdsFrom = (start: number | undefined, at: number): boolean => {
    const term = wanted[at];
    if (term === undefined) return true;
    const isLast = at === wanted.length - 1;
    return (byStart.get(start ?? -1) ?? []).some((token) => {
      const fits = token.term === term || (isLast && isOpen && token.term.startsWith(term));
      return fits && holdsFrom(nextStart(token.end), at + 1);
    });
  };
  return starts.some((start) => holdsFrom(start, 0));
}

function lowerBound(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
