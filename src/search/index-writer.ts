import { type SearchPage, searchSources } from "./documents.ts";
import { writePacked } from "./pack-index.ts";
import { createCounter } from "./search-index.ts";

/** Writes an index file while pages come, one by one, in their order. */
export interface IndexWriter {
  readonly add: (page: SearchPage) => void;
  /** To be called once, after the last page. */
  readonly end: () => void;
}

/**
 * Writes what `JSON.stringify` makes of `buildSearchIndex`, without ever holding all of it in memory.
 *
 * @param parentLevels how many levels of parent categories are indexed
 * @param synonyms groups of words that stand for each other in queries
 * @param put takes the next part of the file
 */
export function createIndexWriter(
  parentLevels: number,
  synonyms: readonly (readonly string[])[],
  put: (part: string) => void,
): IndexWriter {
  const { add, counted } = createCounter(parentLevels);
  let documents = 0;
  put('{"documents":[');
  return {
    add: (page) => {
      for (const source of searchSources([page], documents)) {
        put(`${documents === 0 ? "" : ","}${JSON.stringify(source.document)}`);
        add(source);
        documents++;
      }
    },
    end: () => {
      put('],"index":');
      writePacked("id", counted, synonyms, put);
      put("}");
    },
  };
}
