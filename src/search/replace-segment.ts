import { createSegment, type SearchPart, type Segment } from "./build-index.ts";
import type { IndexSettings, PackedIndex } from "./index-format.ts";
import { type EncodedSegment, formatIndexFile, INDEX } from "./merge-segments.ts";
import { replaceInIndex } from "./replace-in-index.ts";
import type { SearchPage } from "./search-page.ts";

/** A segment that takes the place of another one. */
export interface SegmentReplacement {
  /** Id of its first document. */
  readonly first: number;
  /** Number of documents of all other segments. */
  readonly others: number;
  readonly segment: EncodedSegment;
}

/**
 * Replaces one segment of an index file. The others stay merged, and what doesn't change is copied as text: at 5,000 pages
 * that takes a third of the time of merging all of them.
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

/**
 * Replaces one page of a segment.
 *
 * @param at position of the page
 * @param parentLevels as `createSegment` takes it
 * @returns what `createSegment` returns for all pages
 */
export function replacePage(segment: Segment, at: number, page: SearchPage, parentLevels: number): Segment {
  const first = segment.documentsOf.slice(0, at).reduce((sum, count) => sum + count, 0);
  const count = segment.documentsOf[at] ?? 0;
  const { documents, documentsOf, index } = createSegment([page], parentLevels);
  return {
    documents: segment.documents.toSpliced(first, count, ...documents),
    documentsOf: segment.documentsOf.toSpliced(at, 1, ...documentsOf),
    index: replaceInIndex(segment.index, index, first, first + count, {}),
  };
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
