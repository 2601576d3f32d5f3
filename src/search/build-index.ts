import { type InvertedIndex, type PackedIndex, packIndex, recordOfFields, unpackIndex } from "./index-format.ts";
import { type SearchDocument, type SearchPage, sectionsOf } from "./sections.ts";
import { createTermReader, nameTerm } from "./tokens.ts";

/** Contents of `search-index-{tag}.json`. */
export interface SearchIndexFile {
  readonly documents: readonly SearchDocument[];
  readonly index: PackedIndex;
}

/**
 * Index of some consecutive pages: a whole index is merged from segments, and an edited page rebuilds only its own.
 * Plain data.
 */
export interface Segment {
  /** JSON of each document without its id, which is its position in the whole index. */
  readonly documents: readonly string[];
  /** Refs are positions among the segment's documents. */
  readonly index: PackedIndex;
}

/** The postings of one field while they are built. */
interface PostingsBuilder {
  /** A `Map`, as words such as `constructor` are properties of every object. */
  readonly words: Map<string, WordPostings>;
  readonly lengths: number[];
}

/** Refs of the documents that hold one word, in ascending order, and the term frequency in each. */
interface WordPostings {
  readonly refs: number[];
  readonly tf: number[];
}

/** Weight of a word in code; a word in text has 1. */
const CODE_WEIGHT = 0.5;

/**
 * Indexes pages in one segment.
 *
 * @param parentLevels how many levels of parent categories are indexed
 * @param synonyms groups of words that are equal in queries
 */
export function buildSearchIndex(
  pages: readonly SearchPage[],
  parentLevels: number,
  synonyms: readonly (readonly string[])[] = [],
): SearchIndexFile {
  return JSON.parse(mergeSegments([createSegment(pages, parentLevels)], synonyms)) as SearchIndexFile;
}

/** Indexes some of the pages. @param parentLevels how many levels of parent categories are indexed */
export function createSegment(pages: readonly SearchPage[], parentLevels: number): Segment {
  const sections = pages.flatMap(sectionsOf);
  const builders = createBuilders();
  const readers = recordOfFields((name) => createTermReader((term) => postingsOf(builders[name], term)));
  sections.forEach(({ document, text, code, labels, defined, about }, ref) => {
    for (const { lengths } of Object.values(builders)) lengths.push(0);
    const count = (name: keyof typeof readers, one: string, textWeight: number) => {
      let length = 0;
      readers[name](one, (postings, weight) => {
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
    documents: sections.map(({ document }) => JSON.stringify(document)),
    index: packIndex(finish(builders, sections.length), []),
  };
}

/**
 * Merges segments, in the order of their pages.
 *
 * @param synonyms groups of words that are equal in queries
 * @returns JSON of the index file, equal to that of `buildSearchIndex` for all pages
 */
export function mergeSegments(segments: readonly Segment[], synonyms: readonly (readonly string[])[]): string {
  const parts = segments.map(({ index }) => unpackIndex(index));
  const words = [...new Set(parts.flatMap((part) => part.words))].sort();
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const placeOf = new Map(words.map((word, place) => [word, place]));
  const places = parts.map((part) => Int32Array.from(part.words, (word) => placeOf.get(word) ?? 0));
  const fields = recordOfFields((name) => mergePostings(name, parts, places, words.length, length));
  const documents = segments.flatMap((segment) => segment.documents);
  const written = documents.map((rest, id) => `{"id":${id},${rest.slice(1)}`);
  const index = JSON.stringify(packIndex({ length, words, fields }, synonyms));
  return `{"documents":[${written.join(",")}],"index":${index}}`;
}

/**
 * The postings of one field in all segments: those of a word stand in the order of the segments.
 *
 * @param places for each segment, the position of each of its words among all words
 */
function mergePostings(
  name: keyof InvertedIndex["fields"],
  parts: readonly InvertedIndex[],
  places: readonly Int32Array[],
  words: number,
  length: number,
): InvertedIndex["fields"]["title"] {
  const starts = new Int32Array(words + 1);
  parts.forEach(({ fields }, part) => {
    const own = fields[name].starts;
    const place = places[part] ?? new Int32Array();
    for (let at = 0; at < place.length; at++) {
      starts[(place[at] ?? 0) + 1] = (starts[(place[at] ?? 0) + 1] ?? 0) + (own[at + 1] ?? 0) - (own[at] ?? 0);
    }
  });
  for (let at = 1; at <= words; at++) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
  const next = starts.slice();
  const refs = new Int32Array(starts[words] ?? 0);
  const tf = new Float64Array(refs.length);
  const lengths = new Float64Array(length);
  let before = 0;
  parts.forEach((part, number) => {
    const own = part.fields[name];
    const place = places[number] ?? new Int32Array();
    for (let at = 0; at < place.length; at++) {
      let to = next[place[at] ?? 0] ?? 0;
      for (let entry = own.starts[at] ?? 0; entry < (own.starts[at + 1] ?? 0); entry++) {
        refs[to] = before + (own.refs[entry] ?? 0);
        tf[to++] = own.tf[entry] ?? 0;
      }
      next[place[at] ?? 0] = to;
    }
    for (let ref = 0; ref < part.length; ref++) lengths[before + ref] = own.lengths[ref] ?? 0;
    before += part.length;
  });
  return { starts, refs, tf, lengths };
}

function createBuilders(): Record<keyof InvertedIndex["fields"], PostingsBuilder> {
  return recordOfFields(() => ({ words: new Map(), lengths: [] }));
}

/** The postings of a word; creates them for a new word. */
function postingsOf({ words }: PostingsBuilder, word: string): WordPostings {
  const known = words.get(word) ?? { refs: [], tf: [] };
  words.set(word, known);
  return known;
}

function add({ refs, tf }: WordPostings, ref: number, weight: number): void {
  const last = refs.length - 1;
  if (refs[last] === ref) tf[last] = (tf[last] ?? 0) + weight;
  else {
    refs.push(ref);
    tf.push(weight);
  }
}

function finish(builders: ReturnType<typeof createBuilders>, length: number): InvertedIndex {
  const words = [...new Set(Object.values(builders).flatMap((builder) => [...builder.words.keys()]))].sort();
  const fields = recordOfFields((name) => {
    const [starts, refs, tf]: [number[], number[], number[]] = [[0], [], []];
    for (const word of words) {
      const postings = builders[name].words.get(word);
      for (const ref of postings?.refs ?? []) refs.push(ref);
      for (const count of postings?.tf ?? []) tf.push(count);
      starts.push(refs.length);
    }
    return { starts, refs, tf, lengths: builders[name].lengths };
  });
  return { length, words, fields };
}
