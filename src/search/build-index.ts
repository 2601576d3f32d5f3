import {
  type IndexedField,
  inUnits,
  type PackedIndex,
  packIndex,
  recordOfFields,
  type StoredPostings,
} from "./index-format.ts";
import { packNumbers } from "./packed-numbers.ts";
import { type SearchDocument, type SearchPage, sectionContent, sectionsOf } from "./search-page.ts";
import { forEachTerm, nameTerm } from "./tokens.ts";

/** Contents of `search-index-{tag}.json`. */
export interface SearchIndexFile {
  readonly documents: readonly SearchDocument[];
  readonly index: PackedIndex;
  /** Files with the whole contents, in the order of the documents; absent if these hold them themselves. */
  readonly parts?: readonly SearchPart[];
}

/** A file with the whole contents of consecutive documents: a JSON list of texts. */
export type SearchPart = readonly [documents: number, url: string];

/**
 * Index of some consecutive pages: a whole index is merged from segments, and an edited page rebuilds only its own.
 * Plain data.
 */
export interface Segment {
  /**
   * JSON of each document: before its content, the beginning of its content, and after it. Without its id, which is its
   * position in the whole index.
   */
  readonly documents: readonly (readonly [before: string, beginning: string, after: string])[];
  /** Number of documents of each page. */
  readonly documentsOf: readonly number[];
  /** Refs are positions among the segment's documents. */
  readonly index: PackedIndex;
}

interface PostingsBuilder {
  /** A `Map`, as words such as `constructor` are properties of every object. */
  readonly words: Map<string, WordPostings>;
  readonly lengths: number[];
}

type FieldBuilders = Readonly<Record<IndexedField, PostingsBuilder>>;

/** Refs of the documents that hold one word, in ascending order, and the term frequency in each. */
interface WordPostings {
  readonly refs: number[];
  readonly tf: number[];
}

const NO_POSTINGS: WordPostings = { refs: [], tf: [] };

/** Weight of a word in code; a word in text has 1. */
const CODE_WEIGHT = 0.5;
/** Maximum number of characters of a content's beginning: about a teaser. */
const BEGINNING = 160;
const HALF_PAIR = /[\ud800-\udbff]$/;

/** Indexes some of the pages. @param parentLevels how many levels of parent categories are indexed */
export function createSegment(pages: readonly SearchPage[], parentLevels: number): Segment {
  const sectionsByPage = pages.map(sectionsOf);
  const sections = sectionsByPage.flat();
  const builders: FieldBuilders = recordOfFields(() => ({ words: new Map(), lengths: [] }));
  sections.forEach(({ document, text, code, labels, defined, about }, ref) => {
    for (const { lengths } of Object.values(builders)) lengths.push(0);
    const count = (name: IndexedField, words: string, textWeight: number) => {
      let length = 0;
      forEachTerm(words, ({ term, weight }) => {
        add(postingsOf(builders[name], term), ref, weight * textWeight);
        length += weight * textWeight;
      });
      builders[name].lengths[ref] = (builders[name].lengths[ref] ?? 0) + length;
    };
    count("title", document.title, 1);
    count("content", text, 1);
    count("content", code, CODE_WEIGHT);
    count("content", labels, 1);
    for (const [words, weight] of about) count("about", words, weight);
    count("tags", document.tags.join(" "), 1);
    count("parents", parentLevels === 0 ? "" : document.sidebarParentCategories.slice(-parentLevels).join(" "), 1);
    const names = new Set(defined.flatMap((name) => nameTerm(name) ?? []));
    for (const name of names) add(postingsOf(builders.defined, name), ref, 1);
    builders.defined.lengths[ref] = names.size;
  });
  return {
    documents: sections.map(({ document: { title, ...others }, ...section }) => {
      const beginning = sectionContent(section).slice(0, BEGINNING).replace(HALF_PAIR, "");
      const before = `"title":${JSON.stringify(title)},"content":`;
      return [before, JSON.stringify(beginning), `,${JSON.stringify(others).slice(1)}`] as const;
    }),
    documentsOf: sectionsByPage.map(({ length }) => length),
    index: packBuilders(builders, sections.length),
  };
}

/** The whole contents of the documents of some pages. */
export function contentsOf(pages: readonly SearchPage[]): string[] {
  return pages.flatMap(sectionsOf).map(sectionContent);
}

/** The postings of a word; creates them for a new word. */
function postingsOf({ words }: PostingsBuilder, word: string): WordPostings {
  const known = words.get(word);
  if (known !== undefined) return known;
  const postings = { refs: [], tf: [] };
  words.set(word, postings);
  return postings;
}

function add({ refs, tf }: WordPostings, ref: number, weight: number): void {
  const last = refs.length - 1;
  if (refs[last] === ref) tf[last] = (tf[last] ?? 0) + weight;
  else {
    refs.push(ref);
    tf.push(weight);
  }
}

function packBuilders(builders: FieldBuilders, length: number): PackedIndex {
  const words = [...new Set(Object.values(builders).flatMap((builder) => [...builder.words.keys()]))].sort();
  const finish = (name: IndexedField): StoredPostings => {
    const { words: postingsByWord, lengths } = builders[name];
    const postings = words.map((word) => postingsByWord.get(word) ?? NO_POSTINGS);
    const starts = [0];
    for (const { refs } of postings) starts.push((starts.at(-1) ?? 0) + refs.length);
    const steps = postings.flatMap(({ refs }) =>
      refs.map((ref, at) => (at === 0 ? ref : ref - (refs[at - 1] ?? 0) - 1)),
    );
    const units = postings.flatMap(({ tf }) => tf.map(inUnits));
    return { starts, steps, units, lengths: packNumbers(lengths.map(inUnits)) };
  };
  return packIndex({ length, words }, finish, {});
}
