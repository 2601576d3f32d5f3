import {
  type IndexedField,
  type PackedIndex,
  packIndex,
  recordOfFields,
  type StoredPostings,
  storedPostings,
  unpackNumbers,
  unpackStarts,
  unpackWords,
} from "./index-format.ts";
import { type SearchDocument, type SearchPage, sectionContent, sectionsOf } from "./search-page.ts";
import { createTermReader, nameTerm } from "./tokens.ts";

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
  /** Refs are positions among the segment's documents. */
  readonly index: PackedIndex;
}

/** A segment during a merge: its documents are already bytes of the index file, which halves their memory. */
export interface EncodedSegment {
  /** JSON of the documents with their ids, separated by commas. */
  readonly documents: Uint8Array;
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

/** Weight of a word in code; a word in text has 1. */
const CODE_WEIGHT = 0.5;
/** Maximum number of characters of a content's beginning: about a teaser. */
const BEGINNING = 160;
const HALF_PAIR = /[\ud800-\udbff]$/;

/** Indexes some of the pages. @param parentLevels how many levels of parent categories are indexed */
export function createSegment(pages: readonly SearchPage[], parentLevels: number): Segment {
  const sections = pages.flatMap(sectionsOf);
  const builders: FieldBuilders = recordOfFields(() => ({ words: new Map(), lengths: [] }));
  const readers = recordOfFields((name) => createTermReader((term) => postingsOf(builders[name], term)));
  sections.forEach(({ document, text, code, labels, defined, about }, ref) => {
    for (const { lengths } of Object.values(builders)) lengths.push(0);
    const count = (name: keyof typeof readers, words: string, textWeight: number) => {
      let length = 0;
      readers[name](words, (postings, weight) => {
        add(postings, ref, weight * textWeight);
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
    index: packBuilders(builders, sections.length),
  };
}

/** The whole contents of the documents of some pages. */
export function contentsOf(pages: readonly SearchPage[]): string[] {
  return pages.flatMap(sectionsOf).map(sectionContent);
}

/**
 * Prepares a segment for `mergeSegments`.
 *
 * @param first id of its first document: the number of documents before it
 * @param contents the whole contents of its documents; absent: their beginnings
 */
export function encodeSegment(
  { documents, index }: Segment,
  first: number,
  contents?: readonly string[],
): EncodedSegment {
  const withIds = documents.map(([before, beginning, after], number) => {
    const content = contents === undefined ? beginning : JSON.stringify(contents[number]);
    return `{"id":${first + number},${before}${content}${after}`;
  });
  return { documents: Buffer.from(withIds.join(",")), index };
}

/**
 * Merges segments, in the order of their pages. All segments of a large site take many times the memory of one field:
 * so each field is unpacked, merged and packed before the next.
 *
 * @param parts files with the whole contents, if the documents have only beginnings
 * @returns JSON of the index file in UTF-8: the same however the pages were divided
 */
export function mergeSegments(
  segments: readonly EncodedSegment[],
  about: Pick<PackedIndex, "synonyms" | "language">,
  parts?: readonly SearchPart[],
): Uint8Array {
  const { words, numbersOf } = mergeWords(segments);
  const length = segments.reduce((sum, { index }) => sum + index.length, 0);
  const merge = (name: IndexedField) => mergePostings(name, segments, numbersOf, words.length);
  const index = JSON.stringify(packIndex({ length, words }, merge, about));
  const rest = parts === undefined ? "" : `,"parts":${JSON.stringify(parts)}`;
  const documents = segments.filter((segment) => segment.index.length > 0).map((segment) => segment.documents);
  const separated = documents.flatMap((bytes, number) => (number === 0 ? [bytes] : [Buffer.from(","), bytes]));
  return Buffer.concat([Buffer.from('{"documents":['), ...separated, Buffer.from(`],"index":${index}${rest}}`)]);
}

/** All words, sorted, and for each segment the positions of its words among them. */
function mergeWords(segments: readonly EncodedSegment[]): { words: string[]; numbersOf: readonly Int32Array[] } {
  // Words are numbered as they come and then by their order, so that those of each segment are looked up only once.
  const numberOf = new Map<string, number>();
  const numbersOf = segments.map(({ index }) => {
    const vocabulary = unpackWords(index);
    // Loops, as `Int32Array.from` with a function is much slower.
    const numbers = new Int32Array(vocabulary.length);
    for (const [at, word] of vocabulary.entries()) {
      const number = numberOf.get(word) ?? numberOf.size;
      if (number === numberOf.size) numberOf.set(word, number);
      numbers[at] = number;
    }
    return numbers;
  });
  const words = [...numberOf.keys()].sort();
  const places = new Int32Array(words.length);
  for (const [position, word] of words.entries()) places[numberOf.get(word) ?? 0] = position;
  for (const numbers of numbersOf) {
    for (let at = 0; at < numbers.length; at++) numbers[at] = places[numbers[at] ?? 0] ?? 0;
  }
  return { words, numbersOf };
}

/**
 * Merges the postings of one field. Those of a word are in the order of the segments.
 *
 * @param numbersOf for each segment, the position of each of its words among all words
 */
function mergePostings(
  name: IndexedField,
  segments: readonly EncodedSegment[],
  numbersOf: readonly Int32Array[],
  words: number,
): StoredPostings {
  const starts = new Int32Array(words + 1);
  const startsOf = segments.map((segment, number) => {
    const numbers = numbersOf[number] ?? new Int32Array();
    const from = unpackStarts(segment.index.fields[name], numbers.length);
    for (let at = 0; at < numbers.length; at++) {
      starts[(numbers[at] ?? 0) + 1] = (starts[(numbers[at] ?? 0) + 1] ?? 0) + (from[at + 1] ?? 0) - (from[at] ?? 0);
    }
    return from;
  });
  for (let at = 1; at <= words; at++) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
  const next = starts.slice();
  const steps = new Int32Array(starts[words] ?? 0);
  const units = new Int32Array(steps.length);
  /** Per word: the ref after its last one. */
  const refsAfter = new Int32Array(words);
  let before = 0;
  segments.forEach(({ index }, number) => {
    const numbers = numbersOf[number] ?? new Int32Array();
    const from = startsOf[number] ?? new Int32Array();
    const stepsHere = unpackNumbers(index.fields[name].refs);
    const unitsHere = unpackNumbers(index.fields[name].tf);
    for (let at = 0; at < numbers.length; at++) {
      const word = numbers[at] ?? 0;
      const first = from[at] ?? 0;
      const end = from[at + 1] ?? 0;
      if (first === end) continue;
      let to = next[word] ?? 0;
      let ref = before + (stepsHere[first] ?? 0);
      steps[to] = ref - (refsAfter[word] ?? 0);
      units[to++] = unitsHere[first] ?? 0;
      for (let entry = first + 1; entry < end; entry++) {
        const step = stepsHere[entry] ?? 0;
        ref += step + 1;
        steps[to] = step;
        units[to++] = unitsHere[entry] ?? 0;
      }
      refsAfter[word] = ref + 1;
      next[word] = to;
    }
    before += index.length;
  });
  return { starts, steps, units, lengths: segments.map(({ index }) => index.fields[name].lengths).join("") };
}

/** The postings of a word; creates them for a new word. */
function postingsOf({ words }: PostingsBuilder, word: string): WordPostings {
  const postings = words.get(word) ?? { refs: [], tf: [] };
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
    let size = 0;
    for (const { refs } of postingsByWord.values()) size += refs.length;
    const starts = new Int32Array(words.length + 1);
    const refs = new Int32Array(size);
    const tf = new Float32Array(size);
    let end = 0;
    for (const [at, word] of words.entries()) {
      const postings = postingsByWord.get(word);
      if (postings !== undefined) {
        refs.set(postings.refs, end);
        tf.set(postings.tf, end);
        end += postings.refs.length;
      }
      starts[at + 1] = end;
    }
    return storedPostings({ starts, refs, tf, lengths });
  };
  return packIndex({ length, words }, finish, {});
}
