import elasticlunr, { type Index, type SerializedIndex } from "elasticlunr";
import type { SearchDocument } from "./documents.ts";
import { tokenize } from "./tokens.ts";

/** Fields of the index, in the order of their boosts. */
export const FIELDS = ["title", "content", "tags", "parents"] as const;
export type Field = (typeof FIELDS)[number];

/** What `search-index-{tag}.json` holds. */
export interface SearchIndexFile {
  readonly documents: readonly SearchDocument[];
  readonly index: SerializedIndex;
}

/**
 * Indexes documents. Words are counted here and not by elasticlunr, whose own counting keeps them in
 * a plain object and so breaks on words such as `constructor`.
 *
 * @param parentLevels how many levels of parent categories are indexed
 */
export function buildSearchIndex(documents: readonly SearchDocument[], parentLevels: number): SearchIndexFile {
  const index = new elasticlunr.Index();
  index.setRef("id");
  index.saveDocument(false);
  for (const field of FIELDS) index.addField(field);
  for (const document of documents) {
    const ref = String(document.id);
    index.documentStore.addDoc(ref, null);
    for (const field of FIELDS) addField(index, ref, field, fieldText(document, field, parentLevels));
  }
  return { documents, index: index.toJSON() };
}

function addField(index: Index, ref: string, field: Field, text: string): void {
  const tokens = tokenize(text);
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  index.documentStore.addFieldLength(ref, field, tokens.length);
  for (const [token, tf] of counts) index.index[field]?.addToken(token, { ref, tf });
}

function fieldText(document: SearchDocument, field: Field, parentLevels: number): string {
  switch (field) {
    case "title":
      return document.title;
    case "content":
      return document.content;
    case "tags":
      return document.tags.join(" ");
    case "parents":
      return parentLevels === 0 ? "" : document.sidebarParentCategories.slice(-parentLevels).join(" ");
  }
}
