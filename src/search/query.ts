import { SEARCH_INPUT_MAX_LENGTH } from "../shared/constants.ts";
import type { Answer, SearchResult } from "./answer.ts";
import type { SearchDocument } from "./documents.ts";
import { type Library, openLibrary } from "./library.ts";
import { parseQuery } from "./query-parser.ts";
import { rank } from "./rank.ts";
import type { Boosts } from "./ranking.ts";
import { resolveClauses, type Unit } from "./resolve.ts";
import type { SearchIndexFile } from "./search-index.ts";
import { marksOf, teaserOf } from "./teaser.ts";
import { holdsWord } from "./trie.ts";

export type { Boosts } from "./ranking.ts";

/** An index ready to be asked. */
export interface Searcher {
  /** Answers a query, with at most `limit` results. Never throws, whatever the query. */
  readonly search: (query: string, limit: number) => Answer;
}

/** Words of one query that are looked up: a bit for each in 31. */
const MAX_UNITS = 31;

/** How much a corrected word takes from the scores. */
const CORRECTED_TRUST = 0.9;

/** Loads an index file. @throws where it isn't one */
export function createSearcher(file: SearchIndexFile, boosts: Boosts): Searcher {
  const library = openLibrary(file);
  return { search: (query, limit) => search(library, boosts, query, limit) };
}

function search(library: Library, boosts: Boosts, query: string, limit: number): Answer {
  const { clauses, error } = parseQuery(query.slice(0, SEARCH_INPUT_MAX_LENGTH));
  const resolved = resolveClauses(library.index, clauses, MAX_UNITS);
  const { units, corrected, missing } = resolved;
  // What was guessed, or answers only some of the words, stands behind what another index knows better.
  const trust = (CORRECTED_TRUST ** corrected.length * (units.length - missing.length)) / (units.length || 1);
  const best = rank(library, boosts, clauses, resolved, limit);
  const results = best.map(({ id, score }) => resultOf(library, units, id, score * trust));
  return {
    results,
    ...(corrected.length > 0 && { corrected: [...corrected] }),
    ...(missing.length > 0 && { missing: [...missing] }),
    ...(error !== undefined && { error }),
  };
}

function resultOf({ documents, index }: Library, units: readonly Unit[], id: number, score: number): SearchResult {
  const document = documents[id] as SearchDocument;
  const terms = new Set<string>();
  for (const { clause, exact, longer, akin } of units) {
    if (clause.presence === "prohibited") continue;
    for (const [name, hits] of [...exact, ...longer, ...akin]) {
      const field = index.fields.get(name);
      if (field === undefined) continue;
      for (const { term, word } of hits) if (holdsWord(field, word, id)) terms.add(term);
    }
  }
  return {
    document,
    score,
    terms: [...terms],
    teaser: teaserOf(document.content, terms),
    titleMarks: marksOf(document.title, terms),
  };
}
