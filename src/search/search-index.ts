import elasticlunr, { type Index } from "elasticlunr";
import type { SearchDocument, SearchSource } from "./documents.ts";
import { type PackedIndex, packIndex } from "./packed-index.ts";
import { weightedTerms, wordsOf } from "./tokens.ts";

/** Fields of the index, in the order of their boosts. */
export const FIELDS = ["title", "content", "tags", "parents"] as const;
export type Field = (typeof FIELDS)[number];

/** How much a word in code counts beside one in text. */
const CODE_WEIGHT = 0.5;

/** What `search-index-{tag}.json` holds. */
export interface SearchIndexFile {
  readonly documents: readonly SearchDocument[];
  readonly index: PackedIndex;
}

/**
 * Indexes documents. Words are counted here and not by elasticlunr, whose own counting keeps them in
 * a plain object and so breaks on words such as `constructor`.
 *
 * @param parentLevels how many levels of parent categories are indexed
 */
export function buildSearchIndex(sources: readonly SearchSource[], parentLevels: number): SearchIndexFile {
  const index = new elasticlunr.Index();
  index.setRef("id");
  index.saveDocument(false);
  for (const field of FIELDS) index.addField(field);
  for (const { document, text, code } of sources) {
    const ref = String(document.id);
    index.documentStore.addDoc(ref, null);
    const parents = parentLevels === 0 ? [] : document.sidebarParentCategories.slice(-parentLevels);
    addField(index, ref, "title", [[document.title, 1]]);
    addField(index, ref, "content", [
      [text, 1],
      [code, CODE_WEIGHT],
    ]);
    addField(index, ref, "tags", [[document.tags.join(" "), 1]]);
    addField(index, ref, "parents", [[parents.join(" "), 1]]);
  }
  return { documents: sources.map(({ document }) => document), index: packIndex(index.toJSON()) };
}

function addField(index: Index, ref: string, field: Field, texts: readonly [text: string, weight: number][]): void {
  const counts = new Map<string, number>();
  let length = 0;
  for (const [text, textWeight] of texts) {
    for (const [term, weight] of wordsOf(text).flatMap(weightedTerms)) {
      counts.set(term, (counts.get(term) ?? 0) + weight * textWeight);
      length += weight * textWeight;
    }
  }
  index.documentStore.addFieldLength(ref, field, length);
  for (const [term, tf] of counts) index.index[field]?.addToken(term, { ref, tf });
}
