import elasticlunr, { type Index } from "elasticlunr";
import { BM25_B, BM25_K1 } from "../shared/constants.ts";
import type { Answer } from "./answer.ts";
import type { SearchDocument } from "./documents.ts";
import { FIELDS, type Field, type SearchIndexFile } from "./search-index.ts";
import { marksOf, teaserOf } from "./teaser.ts";
import { tokenize } from "./tokens.ts";

export type Boosts = Readonly<Record<Field, number>>;

/** An index ready to be asked. */
export interface Searcher {
  readonly search: (query: string, limit: number) => Answer;
}

/** Loads an index file. @throws where it isn't one */
export function createSearcher(file: SearchIndexFile, boosts: Boosts): Searcher {
  const index = elasticlunr.Index.load(file.index);
  const documents = new Map(file.documents.map((document) => [String(document.id), document]));
  const averages = averageLengths(index, file.documents);
  return {
    search: (query, limit) => {
      const hits = new Map<string, { score: number; terms: Set<string> }>();
      for (const token of new Set(tokenize(query))) {
        for (const field of FIELDS) {
          if (boosts[field] > 0) scoreField(index, field, token, boosts[field], averages[field], documents.size, hits);
        }
      }
      const results = [...hits].flatMap(([ref, { score, terms }]) => {
        const document = documents.get(ref);
        return document === undefined ? [] : [{ document, score, terms }];
      });
      const best = results.sort((a, b) => b.score - a.score || a.document.id - b.document.id).slice(0, limit);
      return {
        results: best.map(({ document, score, terms }) => ({
          document,
          score,
          terms: [...terms],
          teaser: teaserOf(document.content, terms),
          titleMarks: marksOf(document.title, terms),
        })),
      };
    },
  };
}

/** Adds the BM25 score of a token and of the words that begin with it, as lunr's formula has it. */
function scoreField(
  index: Index,
  field: Field,
  token: string,
  boost: number,
  averageLength: number,
  total: number,
  hits: Map<string, { score: number; terms: Set<string> }>,
): void {
  const inverted = index.index[field];
  if (inverted === undefined) return;
  for (const term of inverted.expandToken(token)) {
    const docs = Object.entries(inverted.getDocs(term));
    const idf = Math.log(1 + Math.abs((total - docs.length + 0.5) / (docs.length + 0.5)));
    // The exact word answers both clauses, the word itself and the wildcard.
    const clauses = term === token ? 2 : 1;
    for (const [ref, { tf }] of docs) {
      const length = index.documentStore.getFieldLength(ref, field);
      const norm = 1 - BM25_B + BM25_B * (length / (averageLength || 1));
      const score = (clauses * boost * idf * ((BM25_K1 + 1) * tf)) / (BM25_K1 * norm + tf);
      const hit = hits.get(ref) ?? { score: 0, terms: new Set() };
      hit.score += score;
      hit.terms.add(term);
      hits.set(ref, hit);
    }
  }
}

function averageLengths(index: Index, documents: readonly SearchDocument[]): Record<Field, number> {
  const average = (field: Field): number => {
    const sum = documents.reduce((total, { id }) => total + index.documentStore.getFieldLength(String(id), field), 0);
    return sum / (documents.length || 1);
  };
  return { title: average("title"), content: average("content"), tags: average("tags"), parents: average("parents") };
}
