import type { TextDeclaration } from "../shared/translate.ts";
import type { SearchDocument } from "./documents.ts";

/** Characters of a text, from the first to the one after the last. */
export type Mark = [start: number, end: number];

/** A document that answers a query. */
export interface SearchResult {
  readonly document: SearchDocument;
  readonly score: number;
  /** Indexed words that matched. */
  readonly terms: string[];
  /** The passage of the document that answers best, and what to mark in it. */
  readonly teaser: { readonly text: string; readonly marks: Mark[] };
  /** What to mark in the document's title. */
  readonly titleMarks: Mark[];
}

/** A query that breaks the rules of the query language, as a value: it is shown, never thrown. */
export interface QueryError {
  readonly text: TextDeclaration;
  /** What stands in the text. */
  readonly values?: Readonly<Record<string, string>>;
  /** The characters of the query that are at fault. */
  readonly start: number;
  readonly end: number;
}

/** A word that nothing matched, and the one that was looked for in its place. */
export interface Correction {
  readonly from: string;
  readonly to: string;
}

/** What the search says to a query. */
export interface Answer {
  /** Best first. */
  readonly results: SearchResult[];
  readonly corrected?: Correction[];
  /** Words that nothing matched, nor anything near. */
  readonly missing?: string[];
  /** Stands beside results: those for the query read as plain words. */
  readonly error?: QueryError;
}

/**
 * Makes one answer of the answers of several indexes. Where one of them had all words as they were
 * typed, what the others corrected or did without is left out.
 */
export function mergeAnswers(answers: readonly Answer[], limit: number): Answer {
  const filled = answers.filter(({ results }) => results.length > 0);
  const typed = filled.filter(({ corrected, missing }) => corrected === undefined && missing === undefined);
  const chosen = typed.length > 0 ? typed : filled;
  const results = chosen.flatMap((answer) => answer.results).sort((a, b) => b.score - a.score);
  const shown = new Set(results.slice(0, limit));
  const told = chosen.filter((answer) => answer.results.some((result) => shown.has(result)));
  const corrected = new Map(
    told.flatMap(({ corrected = [] }) => corrected.map((one) => [`${one.from} ${one.to}`, one])),
  );
  const [first, ...others] = answers.map(({ missing = [] }) => missing);
  const missing = (first ?? []).filter((word) => others.every((words) => words.includes(word)));
  const error = answers.find((answer) => answer.error !== undefined)?.error;
  return {
    results: [...shown],
    ...(corrected.size > 0 && { corrected: [...corrected.values()] }),
    ...(missing.length > 0 && { missing }),
    ...(error !== undefined && { error }),
  };
}
