import elasticlunr from "elasticlunr";
import { frontCoded } from "./coded-words.ts";
import { createNumberWriter, packNumbers } from "./numbers.ts";
import { FORMAT, type PackedField, type PackedIndex, TF_UNIT } from "./packed-index.ts";

/** The documents that hold a word, in ascending order, and how often each does. */
export interface Holding {
  readonly refs: number[];
  readonly tf: number[];
}

/** What was counted of one field: its words, and its length in each document. */
export interface CountedField {
  readonly words: ReadonlyMap<string, Holding>;
  readonly lengths: readonly number[];
}

/** Packs what was counted, as elasticlunr's index would hold it; the refs of documents are their places. */
export function packIndex(
  ref: string,
  counted: ReadonlyMap<string, CountedField>,
  synonyms: readonly (readonly string[])[] = [],
): PackedIndex {
  const fields = [...counted].map(([name, field]) => [name, packField(field)] as const);
  return { ...headOf(ref, counted, synonyms), index: Object.fromEntries(fields) };
}

/**
 * Writes the same as JSON. Each field is let go when it is written.
 *
 * @param put takes the next part of the text
 */
export function writePacked(
  ref: string,
  counted: Map<string, CountedField>,
  synonyms: readonly (readonly string[])[],
  put: (part: string) => void,
): void {
  put(`${JSON.stringify(headOf(ref, counted, synonyms)).slice(0, -1)},"index":{`);
  let comma = "";
  for (const [name, field] of counted) {
    put(`${comma}${JSON.stringify(name)}:${JSON.stringify(packField(field))}`);
    counted.delete(name);
    comma = ",";
  }
  put("}}");
}

function headOf(
  ref: string,
  counted: ReadonlyMap<string, CountedField>,
  synonyms: readonly (readonly string[])[],
): Omit<PackedIndex, "index"> {
  const [first] = counted.values();
  return {
    version: elasticlunr.version,
    format: FORMAT,
    ref,
    fields: [...counted.keys()],
    length: first?.lengths.length ?? 0,
    ...(synonyms.length > 0 && { synonyms }),
  };
}

function packField({ words, lengths }: CountedField): PackedField {
  const sorted = [...words.keys()].sort();
  const written = { counts: createNumberWriter(), refs: createNumberWriter(), tf: createNumberWriter() };
  // Word by word: all numbers at once would take as much memory as what they are made of.
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
export function inUnits(count: number): number {
  return Math.round(count / TF_UNIT);
}
