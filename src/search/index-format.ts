import { packNumbers, unpackNumbers } from "./packed-numbers.ts";

/** Fields that a query can name, in the order of their boosts. */
export const FIELDS = ["title", "content", "tags", "parents"] as const;
export type Field = (typeof FIELDS)[number];
/**
 * Indexed fields: `FIELDS`, the names that a section defines, and texts about the whole page on its lead: label,
 * route, keywords and description.
 */
const INDEXED_FIELDS = [...FIELDS, "defined", "about"] as const;
export type IndexedField = (typeof INDEXED_FIELDS)[number];

/** An inverted index in memory: for each field, the documents that hold each word. */
export interface InvertedIndex {
  /** Number of documents; a document's ref is its index among them. */
  readonly length: number;
  /** The vocabulary: the words of all fields, sorted. */
  readonly words: readonly string[];
  readonly fields: Readonly<Record<IndexedField, Postings>>;
}

/** The documents that hold each word in one field. */
export interface Postings {
  /** Per word, and once more at the end: the index in `refs` and `tf` where its documents begin. */
  readonly starts: ArrayLike<number>;
  /** Per word: refs of its documents, in ascending order. */
  readonly refs: ArrayLike<number>;
  /** Per word and document: term frequency. */
  readonly tf: ArrayLike<number>;
  /** Per document: length of the field. */
  readonly lengths: ArrayLike<number>;
}

/** The postings of one field in the numbers that the file stores: so an index is merged without converting them. */
export interface StoredPostings {
  /** As in `Postings`. */
  readonly starts: ArrayLike<number>;
  /** Per word and document: its ref, for a word's first document; else the difference to the ref before, less one. */
  readonly steps: ArrayLike<number>;
  /** Per word and document: term frequency in units of `TF_UNIT`. */
  readonly units: ArrayLike<number>;
  /** As in `PackedPostings`. */
  readonly lengths: string;
}

/** An inverted index as `search-index-{tag}.json` stores it. Lists of numbers are encoded by `packNumbers`. */
export interface PackedIndex {
  readonly format: typeof FORMAT;
  readonly length: number;
  /** Name of the language, see `languageName`; absent for English. */
  readonly language?: string | undefined;
  /** Groups of synonyms in queries. */
  readonly synonyms?: readonly (readonly string[])[];
  /** Front-coded words: the length of the prefix shared with the previous word (A: 0, B: 1 …), then the rest. */
  readonly words: string;
  readonly fields: Readonly<Record<IndexedField, PackedPostings>>;
}

export interface PackedPostings {
  /** Per word: number of documents. A zero is followed by the length of the run of zeros. */
  readonly counts: string;
  /** Per word and document: the refs, delta-coded. */
  readonly refs: string;
  /** Per word and document: term frequency in units of `TF_UNIT`. */
  readonly tf: string;
  /** Per document: length of the field in units of `TF_UNIT`. */
  readonly lengths: string;
}

const FORMAT = "packed-3";
/** Words in code and parts of words count half each, so parts of words in code count a quarter. */
const TF_UNIT = 0.25;
/** Character code for a shared prefix of length 0; terms have no capital letters. */
const SHARED_ZERO = 65;
const MAX_SHARED = 25;
/**
 * Packs an index.
 *
 * @param postingsOf makes the postings of a field, one after the other: those of a large site take much memory
 */
export function packIndex(
  { length, words }: Pick<InvertedIndex, "length" | "words">,
  postingsOf: (name: IndexedField) => StoredPostings,
  settings: IndexSettings,
): PackedIndex {
  const coded = words.map((word, at) => frontCoded(word, words[at - 1] ?? "")).join("");
  const fields = recordOfFields((name) => packPostings(postingsOf(name)));
  return withSettings({ length, words: coded, fields }, settings);
}

/** Settings of an index, which its file holds. */
export type IndexSettings = Pick<PackedIndex, "synonyms" | "language">;

/** An index of packed parts. */
export function withSettings(
  { length, words, fields }: Pick<PackedIndex, "length" | "words" | "fields">,
  { synonyms = [], language }: IndexSettings,
): PackedIndex {
  return {
    format: FORMAT,
    length,
    ...(language !== undefined && { language }),
    ...(synonyms.length > 0 && { synonyms }),
    words,
    fields,
  };
}

/** Unpacks an index. @throws if it isn't one, or is damaged */
export function unpackIndex(packed: PackedIndex): InvertedIndex {
  const { length } = packed;
  const words = unpackWords(packed);
  return { length, words, fields: recordOfFields((name) => unpackPostings(packed.fields[name], words.length, length)) };
}

/** Unpacks the vocabulary of an index. @throws if it isn't one, or is damaged */
export function unpackWords(packed: PackedIndex): string[] {
  if (packed?.format !== FORMAT) throw new Error("not a search index of this version");
  return readWords(packed.words);
}

/** Makes a record with one value per indexed field. */
export function recordOfFields<T>(make: (name: IndexedField) => T): Record<IndexedField, T> {
  return Object.fromEntries(INDEXED_FIELDS.map((name) => [name, make(name)])) as Record<IndexedField, T>;
}

/** A term frequency or a length in units of `TF_UNIT`. */
export function inUnits(amount: number): number {
  return Math.round(amount / TF_UNIT);
}

function packPostings({ starts, steps, units, lengths }: StoredPostings): PackedPostings {
  const counts = new Int32Array(starts.length - 1);
  for (let word = 0; word < counts.length; word++) counts[word] = (starts[word + 1] ?? 0) - (starts[word] ?? 0);
  return { counts: packCounts(counts), refs: packNumbers(steps), tf: packNumbers(units), lengths };
}

/** Packs the `counts` of `PackedPostings`. @param numbers per word: number of documents */
export function packCounts(numbers: Int32Array): string {
  const counts: number[] = [];
  let empty = 0;
  const endRun = () => empty > 0 && counts.push(0, empty);
  for (let word = 0; word < numbers.length; word++) {
    const count = numbers[word] ?? 0;
    if (count === 0) {
      empty++;
      continue;
    }
    endRun();
    empty = 0;
    counts.push(count);
  }
  endRun();
  return packNumbers(counts);
}

/** Unpacks one field of an index with so many words and documents. @throws if it is damaged */
function unpackPostings(packed: PackedPostings, words: number, length: number): Postings {
  const starts = unpackStarts(packed, words);
  const refs = unpackNumbers(packed.refs);
  const tf = fromUnits(unpackNumbers(packed.tf));
  const lengths = fromUnits(unpackNumbers(packed.lengths));
  const isWhole = starts[words] === refs.length && refs.length === tf.length && lengths.length === length;
  if (!isWhole) throw new Error("the search index is damaged");
  for (let word = 0; word < words; word++) {
    const [first, end] = [starts[word] ?? 0, starts[word + 1] ?? 0];
    for (let index = first + 1; index < end; index++) refs[index] = (refs[index - 1] ?? 0) + (refs[index] ?? 0) + 1;
    if (first < end && (refs[end - 1] ?? 0) >= length) throw new Error("the search index is damaged");
  }
  return { starts, refs, tf, lengths };
}

/** Unpacks the `starts` of one field alone, without the lists that they divide. @throws if they are damaged */
export function unpackStarts(packed: PackedPostings, words: number): Int32Array {
  const starts = new Int32Array(words + 1);
  const counts = unpackNumbers(packed.counts);
  let word = 0;
  let end = 0;
  for (let at = 0; at < counts.length; at++) {
    const count = counts[at] ?? 0;
    // Never writes beyond the last word: the check below detects a wrong run length.
    for (let run = count === 0 ? (counts[++at] ?? 0) : 1; run > 0 && word < words; run--) starts[++word] = end + count;
    end += count;
  }
  if (word !== words || starts[words] !== end) throw new Error("the search index is damaged");
  return starts;
}

/** A loop, as `Float64Array.from` with a function is twenty times slower while the reader waits. */
function fromUnits(numbers: Int32Array): Float64Array {
  const values = new Float64Array(numbers.length);
  for (let at = 0; at < values.length; at++) values[at] = (numbers[at] ?? 0) * TF_UNIT;
  return values;
}

/** A word as the vocabulary stores it after the one before. */
export function frontCoded(word: string, before: string): string {
  let shared = 0;
  while (shared < MAX_SHARED && shared < word.length && word[shared] === before[shared]) shared++;
  return String.fromCharCode(SHARED_ZERO + shared) + word.slice(shared);
}

/** Number of characters of a word in the vocabulary. @param position where in the vocabulary it begins */
export function codedLength(word: string, vocabulary: string, position: number): number {
  return 1 + word.length - (vocabulary.charCodeAt(position) - SHARED_ZERO);
}

/** Decodes front-coded words; a capital letter, which terms don't have, begins each. @throws if they aren't sorted */
function readWords(text: string): string[] {
  const words: string[] = [];
  let before = "";
  for (let start = 0; start < text.length; ) {
    let end = start + 1;
    while (end < text.length && !isShared(text.charCodeAt(end))) end++;
    const shared = text.charCodeAt(start) - SHARED_ZERO;
    const word = before.slice(0, shared) + text.slice(start + 1, end);
    if (word <= before) throw new Error("the search index is damaged");
    words.push(word);
    before = word;
    start = end;
  }
  return words;
}

function isShared(code: number): boolean {
  return code >= SHARED_ZERO && code <= SHARED_ZERO + MAX_SHARED;
}
