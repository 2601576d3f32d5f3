import type { SearchDocument, SearchSource } from "./documents.ts";
import { type CountedField, packIndex } from "./pack-index.ts";
import type { PackedIndex } from "./packed-index.ts";
import { createTally } from "./tally.ts";
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
  const documents = sources.map(({ document }) => document);
  return { documents, index: packIndex("id", countFields(sources, parentLevels), synonyms) };
}

/** Counts the words of documents, each field by itself; refs are their places among them. */
export function countFields(sources: readonly SearchSource[], parentLevels: number): Map<string, CountedField> {
  const { add, counted } = createCounter(parentLevels);
  for (const source of sources) add(source);
  return counted;
}

/** Counts documents one by one: nothing of them is kept but numbers. */
export interface Counter {
  readonly add: (source: SearchSource) => void;
  /** What was counted, by field; it grows. */
  readonly counted: Map<string, CountedField>;
}

/** @param parentLevels how many levels of parent categories are indexed */
export function createCounter(parentLevels: number): Counter {
  const fields = [...FIELDS.map((field) => fieldCounter(field, parentLevels)), nameCounter()];
  return {
    add: (source) => {
      for (const { add } of fields) add(source);
    },
    counted: new Map(fields.map(({ name, counted }) => [name, counted])),
  };
}

interface FieldCounter {
  readonly name: string;
  readonly add: (source: SearchSource) => void;
  readonly counted: CountedField;
}

function fieldCounter(name: Field, parentLevels: number): FieldCounter {
  const { words, numberOf, count, endDocument } = createTally();
  const lengths: number[] = [];
  const readTerms = createTermReader(numberOf);
  const add = (source: SearchSource) => {
    let length = 0;
    for (const [text, textWeight] of textsOf(source, name, parentLevels)) {
      readTerms(text, (word, weight) => {
        count(word, weight * textWeight);
        length += weight * textWeight;
      });
    }
    endDocument();
    lengths.push(length);
  };
  return { name, add, counted: { words, lengths } };
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
function nameCounter(): FieldCounter {
  const { words, numberOf, count, endDocument } = createTally();
  const lengths: number[] = [];
  const add = ({ defined }: SearchSource) => {
    const terms = new Set(defined.flatMap((name) => nameTerm(name) ?? []));
    for (const term of terms) count(numberOf(term), 1);
    endDocument();
    lengths.push(terms.size);
  };
  return { name: DEFINED, add, counted: { words, lengths } };
}
