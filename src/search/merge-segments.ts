import type { SearchPart, Segment } from "./build-index.ts";
import {
  type IndexedField,
  type IndexSettings,
  type PackedIndex,
  packIndex,
  type StoredPostings,
  unpackStarts,
  unpackWords,
} from "./index-format.ts";
import { unpackNumbers } from "./packed-numbers.ts";

/** A segment during a merge: its documents are already bytes of the index file, which halves their memory. */
export interface EncodedSegment {
  /** JSON of the documents with their ids, separated by commas. */
  readonly documents: Uint8Array;
  readonly index: PackedIndex;
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
 * @param files have the whole contents, if the documents have only beginnings
 * @returns JSON of the index file in UTF-8: the same however the pages were divided
 */
export function mergeSegments(
  segments: readonly EncodedSegment[],
  settings: IndexSettings,
  files?: readonly SearchPart[],
): Uint8Array {
  const { words, numbersOf } = mergeWords(segments);
  const length = segments.reduce((sum, { index }) => sum + index.length, 0);
  const merge = (name: IndexedField) => mergePostings(name, segments, numbersOf, words.length);
  const documents = segments.filter((segment) => segment.index.length > 0).map((segment) => segment.documents);
  return formatIndexFile(documents, packIndex({ length, words }, merge, settings), files);
}

/** What stands between the documents of an index file and the index. */
export const INDEX = '],"index":';

/** The JSON of an index file. @param documents JSON of documents, in parts of at least one */
export function formatIndexFile(
  documents: readonly Uint8Array[],
  index: PackedIndex,
  files: readonly SearchPart[] | undefined,
): Uint8Array {
  const separated = documents.flatMap((bytes, number) => (number === 0 ? [bytes] : [Buffer.from(","), bytes]));
  const rest = files === undefined ? "" : `,"parts":${JSON.stringify(files)}`;
  const end = Buffer.from(`${INDEX}${JSON.stringify(index)}${rest}}`);
  return Buffer.concat([Buffer.from('{"documents":['), ...separated, end]);
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
