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
  readonly message: string;
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
  /** Stands beside results: those for the query read as plain words. */
  readonly error?: QueryError;
}

/**
 * Makes one answer of the answers of several indexes. Where one of them had all words as they were
 * typed, what the others would have corrected is left out.
 */
export function mergeAnswers(answers: readonly Answer[], limit: number): Answer {
  const typed = answers.filter(({ results, corrected }) => results.length > 0 && corrected === undefined);
  const chosen = typed.length > 0 ? typed : answers;
  const results = chosen.flatMap((answer) => answer.results).sort((a, b) => b.score - a.score);
  const corrected = new Map(
    chosen
      .filter((answer) => answer.results.length > 0)
      .flatMap((answer) => answer.corrected ?? [])
      .map((one) => [`${one.from} ${one.to}`, one]),
  );
  const error = answers.find((answer) => answer.error !== undefined)?.error;
  return {
    results: results.slice(0, limit),
    ...(corrected.size > 0 && { corrected: [...corrected.values()] }),
    ...(error !== undefined && { error }),
  };
}
