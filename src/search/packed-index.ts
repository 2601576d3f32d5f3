/** elasticlunr's index as `search-index-{tag}.json` holds it: the same words, documents, counts and lengths, in texts. */
export interface PackedIndex {
  /** Of elasticlunr. */
  readonly version: string;
  /** Of this form. */
  readonly format: typeof FORMAT;
  readonly ref: string;
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
