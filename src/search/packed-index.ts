/** An inverted index as `search-index-{tag}.json` holds it: words, documents, counts and lengths, in texts. */
export interface PackedIndex {
  /** Of this form. */
  readonly format: typeof FORMAT;
  readonly fields: readonly string[];
  /** Documents; their refs are the numbers below. */
  readonly length: number;
  /** Groups of words that stand for each other in queries. */
  readonly synonyms?: readonly (readonly string[])[];
  readonly index: Readonly<Record<string, PackedField>>;
}

/** One inverted index. Words are sorted; the other lists follow their order. Numbers: `packNumbers`. */
export interface PackedField {
  /** Each word as the letters that it shares with the one before (A: none, B: one …), and those that follow. */
  readonly words: string;
  /** Per word: how many documents hold it. */
  readonly counts: string;
  /** Per word and document: the steps from one ref to the next. */
  readonly refs: string;
  /** Per word and document: how often, in units of `TF_UNIT`. */
  readonly tf: string;
  /** Per document: the length of the field, in units of `TF_UNIT`. */
  readonly lengths: string;
}

export const FORMAT = "packed-1";
/** Words in code and parts of words count as halves, so these as quarters. */
export const TF_UNIT = 0.25;
/** Letters that say how much a word shares with the one before begin here; terms have no capital letters. */
export const SHARED_ZERO = 65;
export const MAX_SHARED = 25;

/** Fields of the index, in the order of their boosts. */
export const FIELDS = ["title", "content", "tags", "parents"] as const;
export type Field = (typeof FIELDS)[number];

/** Field that no query names: the names that a document says the meaning of. */
export const DEFINED = "defined";
