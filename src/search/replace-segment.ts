import type { SearchPart } from "./build-index.ts";
import {
  type IndexedField,
  type PackedIndex,
  packIndex,
  packNumbers,
  recordOfFields,
  type StoredPostings,
  unpackNumbers,
  unpackStarts,
  unpackWords,
} from "./index-format.ts";
import { type EncodedSegment, formatIndexFile, INDEX, type IndexSettings } from "./merge-segments.ts";

/** A segment that takes the place of another one. */
export interface SegmentReplacement {
  /** Id of its first document. */
  readonly first: number;
  /** Number of documents of all other segments. */
  readonly others: number;
  readonly segment: EncodedSegment;
}

/**
 * Replaces one segment of an index file. The others stay merged: that takes half the time of merging all of them.
 *
 * @param file what `mergeSegments` returned for the old segment and all others
 * @param files have the whole contents; undefined if they were undefined for `file`, too
 * @returns what `mergeSegments` returns for the new segment and all others
 */
export function replaceSegment(
  file: Uint8Array,
  { first, others, segment }: SegmentReplacement,
  settings: IndexSettings,
  files: readonly SearchPart[] | undefined,
): Uint8Array {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  // Quotes in texts are escaped: the last of these is not in one.
  const end = bytes.lastIndexOf(INDEX);
  const { index } = JSON.parse(`{${bytes.toString("utf8", end + 2)}`) as { readonly index: PackedIndex };
  const next = first + index.length - others;
  const start = (id: number) => (id === index.length ? end : bytes.indexOf(documentStart(id)));
  const from = bytes.indexOf("[") + 1;
  const before = bytes.subarray(from, first === index.length ? end : Math.max(from, start(first) - 1));
  const after = renumbered(bytes.subarray(start(next), end), next, first + segment.index.length);
  const documents = [before, segment.documents, after].filter(({ length }) => length > 0);
  return formatIndexFile(documents, replaceInIndex(index, segment.index, first, next, settings), files);
}

/** What a document with this id begins with; texts, whose quotes are escaped, don't contain it. */
function documentStart(id: number): string {
  return `{"id":${id},`;
}

/** Documents with other ids. @param from id of the first one @param to its new id */
function renumbered(documents: Buffer, from: number, to: number): Buffer {
  if (from === to) return documents;
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (let id = from; at < documents.length; id++) {
    const begin = at + documentStart(id).length;
    const next = documents.indexOf(documentStart(id + 1), begin);
    const end = next === -1 ? documents.length : next;
    pieces.push(Buffer.from(documentStart(id - from + to)), documents.subarray(begin, end));
    at = end;
  }
  return Buffer.concat(pieces);
}

/** An index in which the documents from `first` up to `next` are replaced by those of a segment. */
function replaceInIndex(
  whole: PackedIndex,
  segment: PackedIndex,
  first: number,
  next: number,
  settings: IndexSettings,
): PackedIndex {
  const [oldWords, newWords] = [unpackWords(whole), unpackWords(segment)];
  const fields = recordOfFields((name) => openField(whole, name, oldWords.length));
  const isOutside = (word: number) => Object.values(fields).some((field) => isHeldOutside(field, word, first, next));
  const words: string[] = [];
  /** Position of each word in the whole index and in the segment; -1: not there. */
  const places: [inWhole: number, inSegment: number][] = [];
  for (let [at, to] = [0, 0]; at < oldWords.length || to < newWords.length; ) {
    const [old, added] = [oldWords[at], newWords[to]];
    const isOld = old !== undefined && (added === undefined || old <= added);
    const isNew = added !== undefined && (old === undefined || added <= old);
    // A word that no document holds any more leaves the vocabulary.
    if (isNew || (isOld && isOutside(at))) {
      words.push((isNew ? added : old) ?? "");
      places.push([isOld ? at : -1, isNew ? to : -1]);
    }
    if (isOld) at++;
    if (isNew) to++;
  }
  const length = whole.length - (next - first) + segment.length;
  const postings = (name: IndexedField) =>
    replacePostings(fields[name], openField(segment, name, newWords.length), places, first, next);
  return packIndex({ length, words }, postings, settings);
}

/** Postings whose lengths are not packed. */
interface OpenPostings extends Omit<StoredPostings, "lengths"> {
  readonly lengths: Int32Array;
}

function openField({ fields }: PackedIndex, name: IndexedField, words: number): OpenPostings {
  const { refs, tf, lengths } = fields[name];
  const starts = unpackStarts(fields[name], words);
  return { starts, steps: unpackNumbers(refs), units: unpackNumbers(tf), lengths: unpackNumbers(lengths) };
}

/** Whether a document before `first`, or from `next` on, holds a word. */
function isHeldOutside({ starts, steps }: OpenPostings, word: number, first: number, next: number): boolean {
  let ref = -1;
  for (let at = starts[word] ?? 0; at < (starts[word + 1] ?? 0); at++) {
    ref += (steps[at] ?? 0) + 1;
    if (ref < first || ref >= next) return true;
  }
  return false;
}

function replacePostings(
  whole: OpenPostings,
  segment: OpenPostings,
  places: readonly (readonly [inWhole: number, inSegment: number])[],
  first: number,
  next: number,
): StoredPostings {
  const shift = segment.lengths.length - (next - first);
  const starts = new Int32Array(places.length + 1);
  const steps = new Int32Array(whole.steps.length + segment.steps.length);
  const units = new Int32Array(steps.length);
  let count = 0;
  let last = -1;
  /** Adds a word's documents from `from` up to `to`, if it has any. */
  const add = (
    { starts, steps: given, units: weights }: OpenPostings,
    word: number,
    from: number,
    to: number,
    by: number,
  ) => {
    if (word === -1) return;
    let ref = -1;
    for (let at = starts[word] ?? 0; at < (starts[word + 1] ?? 0); at++) {
      ref += (given[at] ?? 0) + 1;
      if (ref < from || ref >= to) continue;
      steps[count] = ref + by - last - 1;
      units[count++] = weights[at] ?? 0;
      last = ref + by;
    }
  };
  for (const [number, [inWhole, inSegment]] of places.entries()) {
    last = -1;
    add(whole, inWhole, 0, first, 0);
    add(segment, inSegment, 0, segment.lengths.length, first);
    add(whole, inWhole, next, whole.lengths.length, shift);
    starts[number + 1] = count;
  }
  const lengths = [whole.lengths.subarray(0, first), segment.lengths, whole.lengths.subarray(next)];
  return {
    starts,
    steps: steps.subarray(0, count),
    units: units.subarray(0, count),
    lengths: lengths.map(packNumbers).join(""),
  };
}
