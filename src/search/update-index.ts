import type { SearchSource } from "./documents.ts";
import { readWords } from "./load-index.ts";
import { groupEnds, packNumbers, unpackNumbers } from "./numbers.ts";
import { type CountedField, frontCoded, inUnits } from "./pack-index.ts";
import type { PackedField, PackedIndex } from "./packed-index.ts";
import { countFields, type SearchIndexFile } from "./search-index.ts";

/** Documents that take the place of others. */
export interface IndexChange {
  /** The first document that is replaced, and the first after it that stays. */
  readonly from: number;
  readonly to: number;
  readonly sources: readonly SearchSource[];
}

/**
 * Brings an index up to date with an edited page: the result is, byte for byte, what indexing all
 * pages anew gives. Only the lists of words that the page has or had are taken apart; the others are
 * copied as text, so that an edit costs little however large the site is.
 *
 * @param file an index file as `JSON.stringify` wrote it
 */
export function updateIndexFile(file: string, change: IndexChange, parentLevels: number): string {
  // Quotes inside of texts are escaped: only the parts of the file itself can look like this.
  const indexAt = file.indexOf('],"index":{"version":');
  const placeOf = (id: number) => {
    const at = file.indexOf(`{"id":${id},"title":`);
    return at < 0 ? indexAt : at;
  };
  const { from, to, sources } = change;
  const shift = sources.length - (to - from);
  const fresh = sources.map(({ document }, place) => JSON.stringify({ ...document, id: from + place }));
  const before = file.slice(0, placeOf(from)).replace(/,$/, "");
  const rest = file.slice(placeOf(to), indexAt);
  const after =
    shift === 0 ? rest : rest.replace(/\{"id":(\d+),"title":/g, (_, id) => `{"id":${Number(id) + shift},"title":`);
  const { index } = JSON.parse(`{${file.slice(indexAt + 2)}`) as Pick<SearchIndexFile, "index">;
  const documents = [before.slice(PREFIX.length), ...fresh, after].filter((part) => part !== "").join(",");
  return `${PREFIX}${documents}],"index":${JSON.stringify(updateIndex(index, change, parentLevels))}}`;
}

const PREFIX = '{"documents":[';

function updateIndex(packed: PackedIndex, change: IndexChange, parentLevels: number): PackedIndex {
  const { from, to, sources } = change;
  const counted = countFields(sources, parentLevels);
  const fields = Object.entries(packed.index).map(([name, field]) => {
    const fresh = counted.get(name) ?? { words: new Map(), lengths: [] };
    return [name, updateField(field, fresh, from, to)] as const;
  });
  return { ...packed, length: packed.length + sources.length - (to - from), index: Object.fromEntries(fields) };
}

function updateField(field: PackedField, fresh: CountedField, from: number, to: number): PackedField {
  const shift = fresh.lengths.length - (to - from);
  const lengths = [...unpackNumbers(field.lengths)];
  lengths.splice(from, to - from, ...fresh.lengths.map(inUnits));
  const oldCounts = unpackNumbers(field.counts);
  const steps = unpackNumbers(field.refs);
  const refs = createEditor(field.refs, groupEnds(field.refs, oldCounts));
  const tf = createEditor(field.tf, groupEnds(field.tf, oldCounts));
  const words: string[] = [];
  const counts: number[] = [];
  const added = [...fresh.words.keys()].sort();
  let nextAdded = 0;
  let start = 0;

  const put = (word: string, entries: readonly Entry[]) => {
    words.push(word);
    counts.push(entries.length);
    refs.insert(packNumbers(entries.map(([ref], at) => ref - (entries[at - 1]?.[0] ?? -1) - 1)));
    tf.insert(packNumbers(entries.map(([, count]) => count)));
  };
  const freshEntries = (word: string): Entry[] => {
    const holding = fresh.words.get(word);
    return (holding?.refs ?? []).map((ref, at) => [from + ref, inUnits(holding?.tf[at] ?? 0)]);
  };
  readWords(field.words).forEach((word, at) => {
    for (let own = added[nextAdded]; own !== undefined && own < word; own = added[++nextAdded]) {
      put(own, freshEntries(own));
    }
    if (added[nextAdded] === word) nextAdded++;
    const end = start + (oldCounts[at] ?? 0);
    const own = steps.subarray(start, end);
    start = end;
    if (!fresh.words.has(word) && !touches(own, from, shift === 0 ? to : Number.POSITIVE_INFINITY)) {
      words.push(word);
      counts.push(own.length);
      refs.keep(at);
      tf.keep(at);
      return;
    }
    const oldTf = unpackNumbers(tf.drop(at));
    refs.drop(at);
    const old = sumSteps(own).map((ref, place): Entry => [ref, oldTf[place] ?? 0]);
    const kept = [
      ...old.filter(([ref]) => ref < from),
      ...freshEntries(word),
      ...old.filter(([ref]) => ref >= to).map(([ref, count]): Entry => [ref + shift, count]),
    ];
    if (kept.length > 0) put(word, kept);
  });
  for (const own of added.slice(nextAdded)) put(own, freshEntries(own));
  const packed = { words: frontCoded(words), counts: packNumbers(counts), refs: refs.text(), tf: tf.text() };
  return { ...packed, lengths: packNumbers(lengths) };
}

/** A document that holds a word, and how often, in units of `TF_UNIT`. */
type Entry = readonly [ref: number, tf: number];

/** Copies a text of number groups, in their order, and puts others between them. */
interface Editor {
  readonly keep: (group: number) => void;
  /** Leaves a group out. @returns its text */
  readonly drop: (group: number) => string;
  readonly insert: (text: string) => void;
  readonly text: () => string;
}

function createEditor(text: string, ends: Int32Array): Editor {
  const parts: string[] = [];
  /** What is kept but not copied yet. */
  let from = 0;
  let to = 0;
  const flush = () => {
    if (to > from) parts.push(text.slice(from, to));
    from = to;
  };
  const startOf = (group: number) => (group === 0 ? 0 : (ends[group - 1] ?? 0));
  return {
    keep: (group) => {
      to = ends[group] ?? 0;
    },
    drop: (group) => {
      flush();
      from = ends[group] ?? 0;
      to = from;
      return text.slice(startOf(group), from);
    },
    insert: (added) => {
      flush();
      parts.push(added);
    },
    text: () => {
      flush();
      return parts.join("");
    },
  };
}

/** True where one of the refs that steps lead to is in a range. */
function touches(steps: Int32Array, from: number, to: number): boolean {
  let ref = -1;
  for (const step of steps) {
    ref += step + 1;
    if (ref >= from) return ref < to;
  }
  return false;
}

function sumSteps(steps: Int32Array): number[] {
  let ref = -1;
  return Array.from(steps, (step) => {
    ref += step + 1;
    return ref;
  });
}
