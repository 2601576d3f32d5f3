import type { SearchDocument } from "./documents.ts";
import type { Clause } from "./query-parser.ts";
import { likelyRuns } from "./teaser.ts";
import { type Token, tokensOf, wordsOf } from "./tokens.ts";

/** Texts that are read for a phrase before the search gives up: a bound on the work for one key. */
const MAX_PHRASE_CHECKS = 2000;
/** What words never go over. */
const RUN = /\S+/g;

/** The words of a run of signs between spaces; the same runs come again and again. */
type ReadRun = (run: string) => readonly Token[];

/**
 * Makes the test whether a document holds the query's phrases, and none of those that it must not.
 * Undefined where the query has no phrases.
 */
export function phraseCheck(
  documents: readonly SearchDocument[],
  clauses: readonly Clause[],
): ((id: number) => boolean) | undefined {
  const phrases = new Map<string, { clause: Clause; wanted: readonly string[] }>();
  for (const clause of clauses.filter(({ isPhrase }) => isPhrase)) {
    const { field, presence, isOpen } = clause;
    const wanted = wordsOf(clause.text).map(({ term }) => term);
    if (wanted.length > 0) phrases.set(JSON.stringify([wanted, field, presence, isOpen]), { clause, wanted });
  }
  if (phrases.size === 0) return undefined;
  const known = new Map<string, readonly Token[]>();
  const readRun = (run: string) => {
    const tokens = known.get(run) ?? tokensOf(run);
    known.set(run, tokens);
    return tokens;
  };
  let checks = 0;
  return (id) => {
    const document = documents[id];
    if (document === undefined || checks++ >= MAX_PHRASE_CHECKS) return false;
    const texts = {
      title: [document.title],
      content: [document.content],
      tags: document.tags,
      parents: document.sidebarParentCategories,
    };
    return [...phrases.values()].every(({ clause: { field, presence, isOpen }, wanted }) => {
      const where = field === undefined ? Object.values(texts).flat() : texts[field];
      return where.some((one) => holdsPhrase(one, wanted, isOpen, readRun)) === (presence !== "prohibited");
    });
  };
}

/** Tells whether words stand in a text side by side, in this order, whatever signs are between them. */
function holdsPhrase(text: string, wanted: readonly string[], isOpen: boolean, readRun: ReadRun): boolean {
  const fits = (term: string, at: number) =>
    term === wanted[at] || (isOpen && at === wanted.length - 1 && term.startsWith(wanted[at] ?? ""));
  for (const [from, to] of likelyRuns(text, new Set(wanted.slice(0, 1)))) {
    const first = readRun(text.slice(from, to));
    if (!first.some(({ term }) => fits(term, 0))) continue;
    /** Words from here on, one run after the other. */
    const tokens = first.map(({ term, start, end }) => ({ term, start: from + start, end: from + end }));
    let read = to;
    const readOn = () => {
      RUN.lastIndex = read;
      const run = RUN.exec(text);
      if (run === null) return false;
      const { index } = run;
      for (const { term, start, end } of readRun(run[0])) tokens.push({ term, start: index + start, end: index + end });
      read = RUN.lastIndex;
      return true;
    };
    const nextStart = (end: number): number => {
      for (;;) {
        let next = Number.POSITIVE_INFINITY;
        for (const { start } of tokens) if (start >= end && start < next) next = start;
        if (next < Number.POSITIVE_INFINITY || !readOn()) return next;
      }
    };
    const holdsFrom = (start: number, at: number): boolean =>
      tokens.some((token) => {
        if (token.start !== start || !fits(token.term, at)) return false;
        return at + 1 === wanted.length || holdsFrom(nextStart(token.end), at + 1);
      });
    if (first.some(({ start }) => holdsFrom(from + start, 0))) return true;
  }
  return false;
}
