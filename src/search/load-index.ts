import { readWords } from "./coded-words.ts";
import { unpackNumbers } from "./numbers.ts";
import { FORMAT, type PackedField, type PackedIndex, TF_UNIT } from "./packed-index.ts";
import { PackedNode, type WordList } from "./packed-node.ts";
import { stem } from "./stem.ts";
import { normalize } from "./tokens.ts";

/** An index that was unpacked: its fields as lists that ranking reads. */
export interface LoadedIndex {
  readonly fields: ReadonlyMap<string, LoadedField>;
  /** For the stem of a word those that stand for it as well. */
  readonly synonyms: ReadonlyMap<string, readonly string[]>;
}

export interface LoadedField extends WordList {
  /** The trie over the words. */
  readonly root: PackedNode;
  readonly lengths: Float64Array;
  readonly averageLength: number;
}

/** Unpacks an index. @throws where it isn't one */
export function loadIndex(packed: PackedIndex): LoadedIndex {
  if (packed?.format !== FORMAT) throw new Error("not a search index of this version");
  const { fields: names, length } = packed;
  const fields = new Map(names.map((name) => [name, loadField(packed.index[name], length)]));
  return { fields, synonyms: synonymsOf(packed.synonyms ?? []) };
}

function synonymsOf(groups: readonly (readonly string[])[]): Map<string, string[]> {
  const others = new Map<string, string[]>();
  for (const group of groups) {
    const terms = group.map(normalize);
    for (const term of terms) {
      const known = others.get(stem(term)) ?? [];
      others.set(stem(term), [...known, ...terms.filter((other) => other !== term && !known.includes(other))]);
    }
  }
  return others;
}

/** Unpacks one field. @param length how many documents there are @throws where it is damaged */
export function loadField(field: PackedField | undefined, length: number): LoadedField {
  if (field === undefined) throw new Error("a field of the search index is missing");
  const words = readWords(field.words);
  const starts = readStarts(unpackNumbers(field.counts));
  const refs = unpackNumbers(field.refs);
  const tf = fromUnits(unpackNumbers(field.tf));
  const lengths = fromUnits(unpackNumbers(field.lengths));
  const isWhole =
    starts.length === words.length + 1 &&
    starts.at(-1) === refs.length &&
    refs.length === tf.length &&
    lengths.length === length;
  if (!isWhole || !sumSteps(refs, starts, length)) throw new Error("the search index is damaged");
  const list = { words, starts, refs, tf };
  let sum = 0;
  for (const one of lengths) sum += one;
  return { ...list, root: new PackedNode(list), lengths, averageLength: sum / (length || 1) };
}

/** A loop: `from` with a function takes twenty times as long, and a reader waits for it. */
function fromUnits(numbers: Int32Array): Float64Array {
  const values = new Float64Array(numbers.length);
  for (let at = 0; at < values.length; at++) values[at] = (numbers[at] ?? 0) * TF_UNIT;
  return values;
}

/** Where each word's documents begin in the list of all, and where the last one's end. */
function readStarts(counts: Int32Array): Int32Array {
  const starts = new Int32Array(counts.length + 1);
  counts.forEach((count, at) => {
    starts[at + 1] = (starts[at] ?? 0) + count;
  });
  return starts;
}

/** Makes refs of the steps between them, in place. @returns whether all are refs of documents */
function sumSteps(refs: Int32Array, starts: Int32Array, length: number): boolean {
  for (let at = 0; at + 1 < starts.length; at++) {
    const end = starts[at + 1] ?? 0;
    let ref = -1;
    for (let index = starts[at] ?? 0; index < end; index++) {
      ref += (refs[index] ?? 0) + 1;
      refs[index] = ref;
    }
    if (ref >= length) return false;
  }
  return true;
}
