import type { SearchSource } from "./documents.ts";
import { DEFINED, FIELDS, type Field } from "./packed-index.ts";
import { createTermReader, nameTerm } from "./tokens.ts";

/** How much a word in code counts beside one in text. */
const CODE_WEIGHT = 0.5;

/** The documents that hold a word, in ascending order, and how often each does. */
export interface Postings {
  readonly refs: number[];
  readonly tf: number[];
}

/** What was counted of one field: its words, and its length in each document. */
export interface CountedField {
  readonly words: ReadonlyMap<string, Postings>;
  readonly lengths: readonly number[];
}

/**
 * Counts the words of documents, each field by itself. A document's ref is its place among them.
 *
 * @param parentLevels how many levels of parent categories are indexed
 */
export function countFields(sources: readonly SearchSource[], parentLevels: number): Map<string, CountedField> {
  const fields = FIELDS.map((field) => {
    return [field, countTexts(sources.map((source) => textsOf(source, field, parentLevels)))] as const;
  });
  return new Map<string, CountedField>([...fields, [DEFINED, countNames(sources)]]);
}

/** The postings of a word, empty where it is new. A `Map`: words such as `constructor` are words. */
export function postingsOf(words: Map<string, Postings>, word: string): Postings {
  const known = words.get(word);
  if (known !== undefined) return known;
  const postings = { refs: [], tf: [] };
  words.set(word, postings);
  return postings;
}

function countTexts(documents: readonly (readonly [text: string, weight: number][])[]): CountedField {
  const words = new Map<string, Postings>();
  const readTerms = createTermReader((word) => postingsOf(words, word));
  const lengths = documents.map((texts, ref) => {
    let length = 0;
    for (const [text, textWeight] of texts) {
      readTerms(text, (postings, weight) => {
        addTo(postings, ref, weight * textWeight);
        length += weight * textWeight;
      });
    }
    return length;
  });
  return { words, lengths };
}

/** Counts the names that documents say the meaning of. */
function countNames(sources: readonly SearchSource[]): CountedField {
  const words = new Map<string, Postings>();
  const lengths = sources.map(({ defined }, ref) => {
    const terms = new Set(defined.flatMap((name) => nameTerm(name) ?? []));
    for (const term of terms) addTo(postingsOf(words, term), ref, 1);
    return terms.size;
  });
  return { words, lengths };
}

function addTo({ refs, tf }: Postings, ref: number, weight: number): void {
  const last = refs.length - 1;
  if (refs[last] === ref) tf[last] = (tf[last] ?? 0) + weight;
  else {
    refs.push(ref);
    tf.push(weight);
  }
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
