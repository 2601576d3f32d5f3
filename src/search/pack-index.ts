import { frontCoded } from "./coded-words.ts";
import type { CountedField } from "./count-words.ts";
import { createNumberWriter, packNumbers } from "./numbers.ts";
import { FORMAT, type PackedField, type PackedIndex, TF_UNIT } from "./packed-index.ts";

/**
 * Packs what was counted.
 *
 * @param length how many documents there are
 * @param synonyms groups of words that stand for each other in queries
 */
export function packIndex(
  counted: ReadonlyMap<string, CountedField>,
  length: number,
  synonyms: readonly (readonly string[])[] = [],
): PackedIndex {
  return {
    format: FORMAT,
    fields: [...counted.keys()],
    length,
    ...(synonyms.length > 0 && { synonyms }),
    index: Object.fromEntries([...counted].map(([name, field]) => [name, packField(field)])),
  };
}

/** Packs one field. */
export function packField({ words, lengths }: CountedField): PackedField {
  const sorted = [...words.keys()].sort();
  const written = { counts: createNumberWriter(), refs: createNumberWriter(), tf: createNumberWriter() };
  for (const word of sorted) {
    const { refs, tf } = words.get(word) ?? { refs: [], tf: [] };
    written.counts.put(refs.length);
    let before = -1;
    for (const ref of refs) {
      written.refs.put(ref - before - 1);
      before = ref;
    }
    for (const count of tf) written.tf.put(inUnits(count));
  }
  return {
    words: frontCoded(sorted),
    counts: written.counts.text(),
    refs: written.refs.text(),
    tf: written.tf.text(),
    lengths: packNumbers(lengths.map(inUnits)),
  };
}

/** A count as it is written. */
function inUnits(count: number): number {
  return Math.round(count / TF_UNIT);
}
