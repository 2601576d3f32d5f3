import { type CountedField, countFields, type Postings, postingsOf } from "./count-words.ts";
import { type SearchPage, searchSources } from "./documents.ts";
import { loadField } from "./load-index.ts";
import { packField, packIndex } from "./pack-index.ts";
import type { PackedField } from "./packed-index.ts";

/**
 * Some pages of an index that follow one another, with their words counted: an index is merged from its segments, and
 * an edited page makes one of them anew. Plain data.
 */
export interface Segment {
  /** JSON of each document without its id, which is its place in the whole index. */
  readonly documents: readonly string[];
  /** Words of each field; refs are places among the segment's documents. */
  readonly fields: Readonly<Record<string, PackedField>>;
}

/** @param parentLevels how many levels of parent categories are indexed */
export function createSegment(pages: readonly SearchPage[], parentLevels: number): Segment {
  const sources = searchSources(pages);
  const counted = countFields(sources, parentLevels);
  return {
    documents: sources.map(({ document: { id, ...rest } }) => JSON.stringify(rest)),
    fields: Object.fromEntries([...counted].map(([name, field]) => [name, packField(field)])),
  };
}

/**
 * Merges segments, in the order of their pages.
 *
 * @param synonyms groups of words that stand for each other in queries
 * @returns the index file: what JSON makes of `buildSearchIndex` over all pages
 */
export function mergeSegments(segments: readonly Segment[], synonyms: readonly (readonly string[])[]): string {
  const documents = segments.flatMap((segment) => segment.documents);
  const written = documents.map((rest, id) => `{"id":${id},${rest.slice(1)}`);
  const names = Object.keys((segments[0] ?? createSegment([], 0)).fields);
  const merged = new Map(names.map((name) => [name, mergeField(name, segments)]));
  const index = JSON.stringify(packIndex(merged, documents.length, synonyms));
  return `{"documents":[${written.join(",")}],"index":${index}}`;
}

function mergeField(name: string, segments: readonly Segment[]): CountedField {
  const words = new Map<string, Postings>();
  const lengths: number[] = [];
  for (const { documents, fields } of segments) {
    const field = loadField(fields[name], documents.length);
    const before = lengths.length;
    for (const [at, word] of field.words.entries()) {
      const { refs, tf } = postingsOf(words, word);
      const end = field.starts[at + 1] ?? 0;
      for (let entry = field.starts[at] ?? 0; entry < end; entry++) {
        refs.push(before + (field.refs[entry] ?? 0));
        tf.push(field.tf[entry] ?? 0);
      }
    }
    for (const length of field.lengths) lengths.push(length);
  }
  return { words, lengths };
}
