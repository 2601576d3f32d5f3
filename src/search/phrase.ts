import type { Clause } from "./query-parser.ts";
import type { SearchDocument } from "./sections.ts";
import { nextRun, patternOf } from "./teaser.ts";
import { type Token, tokensOf, wordsOf } from "./tokens.ts";

/** Texts that are read for a phrase before the search gives up: a bound on the work for one key. */
const MAX_PHRASE_CHECKS = 2000;
const ANY = /[^\0-\x20]/g;

/** Words that stand side by side. */
interface Phrase {
  readonly clause: Clause;
  readonly words: readonly string[];
}

/** The words of a run of signs between spaces, those together that begin together. */
type ReadRun = (run: string) => readonly (readonly Token[])[];

/** Makes the test whether a document holds the query's phrases, and none of those that it must not. */
export function phraseCheck(
  documents: readonly SearchDocument[],
  clauses: readonly Clause[],
): (ref: number) => boolean {
  const written = new Map(clauses.filter(({ isPhrase }) => isPhrase).map((clause) => [JSON.stringify(clause), clause]));
  const phrases = [...written.values()]
    .map((clause) => ({ clause, words: wordsOf(clause.text).map(({ term }) => term) }))
    .filter(({ words }) => words.length > 0);
  // The same runs come again and again.
  const known = new Map<string, readonly (readonly Token[])[]>();
  const readRun = (run: string) => {
    const tokens = known.get(run) ?? byStart(tokensOf(run));
    known.set(run, tokens);
    return tokens;
  };
  let checks = 0;
  return (ref) => {
    const document = documents[ref];
    if (phrases.length === 0) return true;
    if (document === undefined || checks++ >= MAX_PHRASE_CHECKS) return false;
    const texts = {
      title: [document.title],
      content: [document.content],
      tags: document.tags,
      parents: document.sidebarParentCategories,
    };
    return phrases.every((phrase) => {
      const { field, presence } = phrase.clause;
      const searched = field === undefined ? Object.values(texts).flat() : texts[field];
      return searched.some((text) => holdsPhrase(text, phrase, readRun)) === (presence !== "prohibited");
    });
  };
}

function byStart(tokens: readonly Token[]): Token[][] {
  const starts = new Map<number, Token[]>();
  for (const token of tokens) starts.set(token.start, [...(starts.get(token.start) ?? []), token]);
  return [...starts.values()];
}

/** Tells whether words stand in a text side by side, in this order, whatever signs are between them. */
function holdsPhrase(text: string, { clause, words }: Phrase, readRun: ReadRun): boolean {
  const fits = (term: string, at: number) => {
    return term === words[at] || (clause.isPrefix && at === words.length - 1 && term.startsWith(words[at] ?? ""));
  };
  const likely = patternOf(words.slice(0, 1));
  /** How many of the words stand before, and where the last of them ends. */
  let reached: { readonly count: number; readonly end: number }[] = [];
  for (let run = nextRun(text, likely, 0); run !== undefined; ) {
    const [from, to] = run;
    for (const tokens of readRun(text.slice(from, to))) {
      const start = from + (tokens[0]?.start ?? 0);
      const next: typeof reached = [];
      const goOn = (count: number) => {
        for (const { term, end } of tokens) if (fits(term, count)) next.push({ count: count + 1, end: from + end });
      };
      for (const state of reached) {
        if (state.end > start) next.push(state);
        else goOn(state.count);
      }
      goOn(0);
      if (next.some(({ count }) => count === words.length)) return true;
      reached = next;
    }
    run = nextRun(text, reached.length > 0 ? ANY : likely, to);
  }
  return false;
}
