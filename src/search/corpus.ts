import { plainWordsOf } from "../shared/nearest.ts";
import type { SearchIndexFile, SearchPart } from "./build-index.ts";
import { type IndexedField, type InvertedIndex, recordOfFields, unpackIndex } from "./index-format.ts";
import { type SearchLanguage, type Side, sidesOf } from "./language.ts";
import type { SearchDocument } from "./search-page.ts";
import { normalize, type Word, wordsOf } from "./tokens.ts";
import { type Vocabulary, wordAt } from "./vocabulary.ts";

export interface Name {
  /** Its words, each by its indexes in the vocabulary: the whole word, then its parts. */
  readonly words: readonly (readonly number[])[];
  /** The side of each word, in a name with a direction. */
  readonly sides: readonly Side[] | undefined;
}

/** The names of a section: its heading. For a lead: the page's title and label, and its keywords. */
interface Names {
  readonly titles: readonly Name[];
  readonly keywords: readonly Name[];
  /** Weight of each keyword: lower for one that many pages have. */
  readonly weights: readonly number[];
}

/** A loaded index file, with precomputed values that every query needs. */
export interface Corpus extends InvertedIndex {
  readonly language: SearchLanguage;
  readonly documents: readonly SearchDocument[];
  /** Per document, if the index has parts: its part. */
  readonly partOf: readonly (SearchPart | undefined)[];
  /** Whole contents that were read from parts, by ref. */
  readonly contents: (string | undefined)[];
  readonly averageLength: Readonly<Record<IndexedField, number>>;
  readonly synonyms: ReadonlyMap<string, readonly string[]>;
  /** All words that have synonyms, as a vocabulary in which each occurs once. */
  readonly synonymWords: Vocabulary;
  /** Per document: the ref of its page's lead. */
  readonly leadSectionOf: Int32Array;
  /** Per document: weight of its heading; lower for a heading that many pages have, such as "See also". */
  readonly headingWeight: Float64Array;
  /** Per document: weight of its page. */
  readonly pageWeight: Float64Array;
  /** A document's title, and its label and keywords of several words, in the form of `plainWords`. */
  readonly wordingsOf: (ref: number) => readonly string[];
  /** The names of a section, as vocabulary indexes of their meaningful words. */
  readonly namesOf: (ref: number) => Names;
}

/** A heading that this many pages have says nothing about its section. */
const COMMON_HEADING = 8;
const COMMON_HEADING_WEIGHT = 0.7;
/** Exponent of the number of pages with the same keyword, for the weight of that keyword. */
const SHARED = 0.25;
/** Minimum number of words of a wording, such as a pasted error message. */
export const MIN_WORDING = 3;
/** Blog posts weigh less than docs: they describe the past. */
const BLOG_WEIGHT = 0.8;
/** A local route. `//` leads to another site; browsers read a backslash as a slash and skip tabs and line ends. */
const ROUTE = /^\/(?![\t\n\r]*[/\\])/;

/** Loads an index file. @throws if it isn't a search index */
export function loadCorpus({ documents, index, parts = [] }: SearchIndexFile, language: SearchLanguage): Corpus {
  const isWhole = Array.isArray(documents) && documents.length === index?.length && documents.every(isDocument);
  const inParts = parts.reduce((sum, [count]) => sum + count, 0);
  if (!isWhole || (parts.length > 0 && inParts !== documents.length)) throw new Error("the search index is damaged");
  const inverted = unpackIndex(index);
  const leads = new Map(documents.map(({ sectionRoute, id }) => [sectionRoute, id]));
  const headings = new Map<string, number>();
  for (const { title } of documents) headings.set(title, (headings.get(title) ?? 0) + 1);
  const isCommon = (title: string) => (headings.get(title) ?? 0) >= COMMON_HEADING;
  const holders = new Map<string, number>();
  for (const { keywords = [] } of documents)
    for (const word of keywords) holders.set(word, (holders.get(word) ?? 0) + 1);
  const wordings: (readonly string[] | undefined)[] = [];
  const wordingsIn = ({ title, label = title, keywords = [] }: SearchDocument) => [
    plainWords(title),
    ...[label, ...keywords].map(plainWords).filter(isWording),
  ];
  const names: (Names | undefined)[] = [];
  const idsOf = ({ term, parts }: Word): number[] => [wordAt(inverted.words, term), ...parts.flatMap(idsOf)];
  const nameOf = (text: string): Name => {
    const words = wordsOf(text);
    const strong = words.filter(({ term }) => !language.isStopWord(term));
    const kept = strong.length > 0 ? strong : words;
    const sides = sidesOf(
      words.map(({ term }) => term),
      language,
    );
    return { words: kept.map(idsOf), sides: sides?.filter((_, at) => kept.includes(words[at] as Word)) };
  };
  const readNames = ({ title, label, keywords = [] }: SearchDocument): Names => ({
    titles: [title, ...(label === undefined ? [] : [label])].map(nameOf),
    keywords: keywords.map(nameOf),
    weights: keywords.map((word) => (holders.get(word) ?? 1) ** -SHARED),
  });
  return {
    ...inverted,
    language,
    documents,
    partOf: parts.flatMap((part) => new Array<SearchPart>(part[0]).fill(part)),
    contents: [],
    averageLength: recordOfFields((name) => {
      const lengths = Array.from(inverted.fields[name].lengths);
      return lengths.reduce((sum, length) => sum + length, 0) / (lengths.length || 1);
    }),
    synonyms: synonymsOf(index.synonyms ?? [], language),
    synonymWords: vocabularyOfWords((index.synonyms ?? []).flat().map(normalize), language),
    leadSectionOf: Int32Array.from(documents, ({ sectionRoute, id }) => {
      return leads.get(sectionRoute.split("#")[0] ?? "") ?? id;
    }),
    headingWeight: Float64Array.from(documents, ({ title }) => (isCommon(title) ? COMMON_HEADING_WEIGHT : 1)),
    namesOf: (ref) => (names[ref] ??= readNames(documents[ref] as SearchDocument)),
    pageWeight: Float64Array.from(documents, ({ type, boost = 1 }) => {
      return (type === "blog" ? BLOG_WEIGHT : 1) * (boost > 0 ? boost : 1);
    }),
    wordingsOf: (ref) => (wordings[ref] ??= wordingsIn(documents[ref] as SearchDocument)),
  };
}

/** Checks id, texts and route; the other properties are checked where they are used. */
function isDocument(value: unknown, index: number): boolean {
  const { id, title, content, sectionRoute } = (value ?? {}) as Partial<SearchDocument>;
  const isText = [title, content].every((text) => typeof text === "string");
  return id === index && isText && typeof sectionRoute === "string" && ROUTE.test(sectionRoute);
}

function synonymsOf(groups: readonly (readonly string[])[], { stem }: SearchLanguage): Map<string, string[]> {
  const others = new Map<string, string[]>();
  for (const group of groups) {
    const terms = group.map(normalize);
    for (const term of terms) {
      const listed = others.get(stem(term)) ?? [];
      others.set(stem(term), [...listed, ...terms.filter((other) => other !== term && !listed.includes(other))]);
    }
  }
  return others;
}

function vocabularyOfWords(list: readonly string[], language: SearchLanguage): Vocabulary {
  const words = [...new Set(list)].sort();
  const starts = Int32Array.from({ length: words.length + 1 }, (_, at) => at);
  const ones = new Float64Array(words.length).fill(1);
  return {
    words,
    language,
    fields: [["title", { starts, refs: new Int32Array(words.length), tf: ones, lengths: ones }]],
  };
}

/** Whether a text in the form of `plainWords` has so many words that it is rather a wording than a name. */
export function isWording(text: string): boolean {
  return text.split(" ").length >= MIN_WORDING;
}

/** The words of a text with single spaces between them, for comparing titles. */
export function plainWords(text: string): string {
  return plainWordsOf(text).join(" ");
}
