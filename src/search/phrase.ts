import type { SearchDocument } from "./documents.ts";
import type { Clause } from "./query-parser.ts";
import { tokensOf, wordsOf } from "./tokens.ts";

/** Texts that are read for a phrase before the search gives up: a bound on the work for one key. */
const MAX_PHRASE_CHECKS = 2000;

/** Makes the test whether a document holds the query's phrases, and none of those that it must not. */
export function phraseCheck(documents: readonly SearchDocument[], clauses: readonly Clause[]): (id: number) => boolean {
  const phrases = clauses.filter(({ isPhrase, text }) => isPhrase && wordsOf(text).length > 0);
  let checks = 0;
  return (id) => {
    if (phrases.length === 0) return true;
    const document = documents[id];
    if (document === undefined || checks++ >= MAX_PHRASE_CHECKS) return false;
    const texts = {
      title: [document.title],
      content: [document.content],
      tags: document.tags,
      parents: document.sidebarParentCategories,
    };
    return phrases.every(({ text, field, presence, isOpen }) => {
      const where = field === undefined ? Object.values(texts).flat() : texts[field];
      return where.some((one) => holdsPhrase(one, text, isOpen)) === (presence !== "prohibited");
    });
  };
}

/** Tells whether words stand in a text side by side, in this order, whatever signs are between them. */
function holdsPhrase(text: string, phrase: string, isOpen: boolean): boolean {
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
