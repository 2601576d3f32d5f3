import type { SearchDocument, SearchSource } from "./documents.ts";
import { type CountedField, type Holding, packIndex } from "./pack-index.ts";
import type { PackedIndex } from "./packed-index.ts";
import { createTermReader, nameTerm } from "./tokens.ts";

/** Fields of the index, in the order of their boosts. */
export const FIELDS = ["title", "content", "tags", "parents"] as const;
export type Field = (typeof FIELDS)[number];

/** Field that no query names: the names that a document says the meaning of. */
export const DEFINED = "defined";

/** How much a word in code counts beside one in text. */
const CODE_WEIGHT = 0.5;

/** What `search-index-{tag}.json` holds. */
export interface SearchIndexFile {
  readonly documents: readonly SearchDocument[];
  readonly index: PackedIndex;
}

/**
 * Indexes documents. Words are counted here and packed at once: elasticlunr's own counting keeps them in
 * a plain object, which breaks on words such as `constructor`, and would make a trie only to take it apart.
 *
 * @param parentLevels how many levels of parent categories are indexed
 * @param synonyms groups of words that stand for each other in queries
 */
export function buildSearchIndex(
  sources: readonly SearchSource[],
  parentLevels: number,
  synonyms: readonly (readonly string[])[] = [],
): SearchIndexFile {
  const readTerms = createTermReader();
  const counted = FIELDS.map((field): [string, CountedField] => {
    const words = new Map<string, Holding>();
    const lengths = sources.map((source, ref) => {
      const counts = new Map<string, number>();
      for (const [text, textWeight] of textsOf(source, field, parentLevels)) {
        readTerms(text, (term, weight) => counts.set(term, (counts.get(term) ?? 0) + weight * textWeight));
      }
      return addCounts(words, ref, counts);
    });
    return [field, { words, lengths }];
  });
  counted.push([DEFINED, countNames(sources)]);
  return { documents: sources.map(({ document }) => document), index: packIndex("id", new Map(counted), synonyms) };
}

/** What a field of a document is made of, and how much each text counts. */
function textsOf(
  { document, text, code }: SearchSource,
  field: Field,
  parentLevels: number,
): readonly [text: string, weight: number][] {
  switch (field) {
    case "title":
      return [[document.title, 1]];
    case "content":
      return [
        [text, 1],
        [code, CODE_WEIGHT],
      ];
    case "tags":
      return [[document.tags.join(" "), 1]];
    case "parents":
      return parentLevels === 0 ? [] : [[document.sidebarParentCategories.slice(-parentLevels).join(" "), 1]];
  }
}

/** Counts the names that documents say the meaning of. */
function countNames(sources: readonly SearchSource[]): CountedField {
  const words = new Map<string, Holding>();
  const lengths = sources.map(({ defined }, ref) => {
    return addCounts(words, ref, new Map(defined.flatMap((name) => nameTerm(name) ?? []).map((term) => [term, 1])));
  });
  return { words, lengths };
}

/** Adds what was counted of a document to the words of a field. @returns the field's length in the document */
function addCounts(words: Map<string, Holding>, ref: number, counts: ReadonlyMap<string, number>): number {
  let length = 0;
  for (const [term, count] of counts) {
    length += count;
    const holding = words.get(term);
    if (holding === undefined) words.set(term, { refs: [ref], tf: [count] });
    else {
      holding.refs.push(ref);
      holding.tf.push(count);
    }
  }
  return length;
}
