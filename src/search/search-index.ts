import { countFields } from "./count-words.ts";
import type { SearchDocument, SearchSource } from "./documents.ts";
import { packIndex } from "./pack-index.ts";
import type { PackedIndex } from "./packed-index.ts";

/** What `search-index-{tag}.json` holds. */
export interface SearchIndexFile {
  readonly documents: readonly SearchDocument[];
  readonly index: PackedIndex;
}

/**
 * Indexes documents.
 *
 * @param parentLevels how many levels of parent categories are indexed
 * @param synonyms groups of words that stand for each other in queries
 */
export function buildSearchIndex(
  sources: readonly SearchSource[],
  parentLevels: number,
  synonyms: readonly (readonly string[])[] = [],
): SearchIndexFile {
  const documents = sources.map(({ document }) => document);
  return { documents, index: packIndex(countFields(sources, parentLevels), documents.length, synonyms) };
}
