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

/**
 * The words of one field while it is indexed, as entries: a word and a document that holds it. Flat lists, as two lists
 * for each word take several times the memory.
 */
interface FieldBuilder {
  /** Numbers of the words, in the order in which they come. */
  readonly numberOf: Map<string, number>;
  /** Per word: its last entry. */
  readonly lastEntry: number[];
  /** Per entry: number of its word, ref of its document, and term frequency. In the order of the documents. */
  readonly wordOf: number[];
  readonly refs: number[];
  readonly tf: number[];
  /** Per document. */
  readonly lengths: number[];
}

/** Weight of a word in code; a word in text has 1. */
const CODE_WEIGHT = 0.5;
/** Maximum number of characters of a content's beginning: about a teaser. */
const BEGINNING = 160;
const HALF_PAIR = /[\ud800-\udbff]$/;

/** Indexes some of the pages. @param parentLevels how many levels of parent categories are indexed */
export function createSegment(pages: readonly SearchPage[], parentLevels: number): Segment {
  const sectionsByPage = pages.map(sectionsOf);
  const sections = sectionsByPage.flat();
  const builders = recordOfFields(createBuilder);
  sections.forEach(({ document, text, code, labels, defined, about }, ref) => {
    for (const { lengths } of Object.values(builders)) lengths.push(0);
    const count = (name: IndexedField, words: string, textWeight: number) => {
      let length = 0;
      forEachTerm(words, ({ term, weight }) => {
        add(builders[name], term, ref, weight * textWeight);
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
    for (const name of names) add(builders.defined, name, ref, 1);
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

function createBuilder(): FieldBuilder {
  return { numberOf: new Map(), lastEntry: [], wordOf: [], refs: [], tf: [], lengths: [] };
}

function add({ numberOf, lastEntry, wordOf, refs, tf }: FieldBuilder, word: string, ref: number, weight: number): void {
  const number = numberOf.get(word) ?? numberOf.size;
  if (number === numberOf.size) numberOf.set(word, number);
  const last = lastEntry[number];
  if (last !== undefined && refs[last] === ref) {
    tf[last] = (tf[last] ?? 0) + weight;
    return;
  }
  lastEntry[number] = refs.length;
  wordOf.push(number);
  refs.push(ref);
  tf.push(weight);
}

function packBuilders(builders: Readonly<Record<IndexedField, FieldBuilder>>, length: number): PackedIndex {
  const all = new Set<string>();
  for (const { numberOf } of Object.values(builders)) for (const word of numberOf.keys()) all.add(word);
  const words = [...all].sort();
  const positions = new Map(words.map((word, position) => [word, position]));
  return packIndex({ length, words }, (name) => storedPostings(builders[name], positions), {});
}

/** Sorts the entries of a field by their words. @param positions of all words in the vocabulary */
function storedPostings(builder: FieldBuilder, positions: ReadonlyMap<string, number>): StoredPostings {
  const { numberOf, wordOf, refs, tf, lengths } = builder;
  const positionOf = Array.from(numberOf.keys(), (word) => positions.get(word) ?? 0);
  const starts = new Int32Array(positions.size + 1);
  const countAt = (word: number) => (positionOf[word] ?? 0) + 1;
  for (const word of wordOf) starts[countAt(word)] = (starts[countAt(word)] ?? 0) + 1;
  for (let at = 1; at < starts.length; at++) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
  const next = starts.slice();
  const steps = new Int32Array(refs.length);
  const units = new Int32Array(refs.length);
  /** Per word: the ref after its last one. */
  const refsAfter = new Int32Array(positions.size);
  for (let entry = 0; entry < refs.length; entry++) {
    const position = positionOf[wordOf[entry] ?? 0] ?? 0;
    const ref = refs[entry] ?? 0;
    const to = next[position] ?? 0;
    steps[to] = ref - (refsAfter[position] ?? 0);
    units[to] = inUnits(tf[entry] ?? 0);
    refsAfter[position] = ref + 1;
    next[position] = to + 1;
  }
  return { starts, steps, units, lengths: packNumbers(lengths.map(inUnits)) };
}
