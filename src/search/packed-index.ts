import elasticlunr, { type Index, type SerializedIndex, type TrieNode } from "elasticlunr";
import { packNumbers, unpackNumbers } from "./numbers.ts";
import { PackedNode, type Postings } from "./packed-node.ts";

/** elasticlunr's index as `search-index-{tag}.json` holds it: the same words, documents, counts and lengths, in texts. */
export interface PackedIndex {
  /** Of elasticlunr. */
  readonly version: string;
  /** Of this form. */
  readonly format: "packed-1";
  readonly ref: string;
  readonly fields: readonly string[];
  /** Documents; their refs are the numbers below. */
  readonly length: number;
  readonly index: Readonly<Record<string, PackedField>>;
}

/** One inverted index. Words are sorted; the other lists follow their order. Numbers: `packNumbers`. */
interface PackedField {
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

const FORMAT = "packed-1";
/** Words in code and parts of words count as halves, so these as quarters. */
export const TF_UNIT = 0.25;
const MAX_SHARED = 25;
const SHARED_ZERO = 65;

/** An index that was unpacked: elasticlunr's own, and its field lengths as numbers. */
export interface LoadedIndex {
  readonly index: Index;
  readonly fields: ReadonlyMap<string, LoadedField>;
}

export interface LoadedField {
  readonly root: PackedNode;
  readonly lengths: Float64Array;
  readonly averageLength: number;
}

/** Packs an index whose refs are the numbers from 0. */
export function packIndex(serialized: SerializedIndex): PackedIndex {
  const { version, ref, fields, documentStore, index } = serialized;
  const packField = (field: string): PackedField => {
    const words = sortedWords(index[field]?.root);
    const entries = words.map(([, node]) =>
      Object.entries(node.docs)
        .map(([id, { tf }]) => [Number(id), tf] as const)
        .sort(([a], [b]) => a - b),
    );
    const lengths = Array.from({ length: documentStore.length }, (_, id) => documentStore.docInfo[id]?.[field] ?? 0);
    return {
      words: frontCoded(words.map(([word]) => word)),
      counts: packNumbers(entries.map(({ length }) => length)),
      refs: packNumbers(entries.flatMap((docs) => docs.map(([id], at) => id - (docs[at - 1]?.[0] ?? -1) - 1))),
      tf: packNumbers(entries.flatMap((docs) => docs.map(([, tf]) => Math.round(tf / TF_UNIT)))),
      lengths: packNumbers(lengths.map((length) => Math.round(length / TF_UNIT))),
    };
  };
  return {
    version,
    format: FORMAT,
    ref,
    fields,
    length: documentStore.length,
    index: Object.fromEntries(fields.map((field) => [field, packField(field)])),
  };
}

/** Unpacks an index. @throws where it isn't one */
export function loadIndex(packed: PackedIndex): LoadedIndex {
  if (packed?.format !== FORMAT) throw new Error("not a search index of this version");
  const { version, ref, length } = packed;
  const names = [...packed.fields];
  const fields = new Map(names.map((name) => [name, loadField(packed.index[name], length)]));
  const lengthsOf = (id: number) => Object.fromEntries(names.map((name) => [name, fields.get(name)?.lengths[id] ?? 0]));
  const ids = Array.from({ length }, (_, id) => id);
  const index = elasticlunr.Index.load({
    // What elasticlunr says where versions differ goes to the console, and nobody there can do anything about it.
    version: version === elasticlunr.version ? version : elasticlunr.version,
    ref,
    fields: names,
    pipeline: [],
    documentStore: {
      length,
      save: false,
      docs: Object.fromEntries(ids.map((id) => [id, null])),
      docInfo: Object.fromEntries(ids.map((id) => [id, lengthsOf(id)])),
    },
    index: Object.fromEntries([...fields].map(([name, { root }]) => [name, { root: root as unknown as TrieNode }])),
  });
  return { index, fields };
}

function loadField(field: PackedField | undefined, length: number): LoadedField {
  if (field === undefined) throw new Error("a field of the search index is missing");
  const counts = unpackNumbers(field.counts);
  const refs = unpackNumbers(field.refs);
  const tf = Float64Array.from(unpackNumbers(field.tf), (value) => value * TF_UNIT);
  const lengths = Float64Array.from(unpackNumbers(field.lengths), (value) => value * TF_UNIT);
  if (refs.length !== tf.length || lengths.length !== length) throw new Error("the search index is damaged");
  const postings: Postings = { refs, tf };
  const root = new PackedNode(postings);
  const path = [root];
  let from = 0;
  let at = 0;
  for (const [, shared = "A", rest = ""] of field.words.matchAll(/([A-Z])([^A-Z]*)/g)) {
    const count = counts[at++] ?? 0;
    let ref = -1;
    for (let index = from; index < from + count; index++) {
      ref += (refs[index] ?? 0) + 1;
      refs[index] = ref;
    }
    if (ref >= length) throw new Error("the search index is damaged");
    path.length = shared.charCodeAt(0) - SHARED_ZERO + 1;
    let node = path.at(-1) ?? root;
    for (let index = 0; index < rest.length; index++) {
      node = node.add(rest.charAt(index), postings);
      path.push(node);
    }
    node.hold(from, from + count);
    from += count;
  }
  if (from !== refs.length) throw new Error("the search index is damaged");
  const sum = lengths.reduce((total, one) => total + one, 0);
  return { root, lengths, averageLength: sum / (length || 1) };
}

function sortedWords(root: TrieNode | undefined): [string, TrieNode][] {
  const words: [string, TrieNode][] = [];
  const walk = (node: TrieNode, word: string) => {
    if (node.df > 0) words.push([word, node]);
    for (const key of Object.keys(node).sort()) {
      if (key !== "docs" && key !== "df") walk(node[key] as TrieNode, word + key);
    }
  };
  if (root !== undefined) walk(root, "");
  return words;
}

function frontCoded(words: readonly string[]): string {
  let before = "";
  return words
    .map((word) => {
      let shared = 0;
      while (shared < MAX_SHARED && shared < word.length && word[shared] === before[shared]) shared++;
      before = word;
      return String.fromCharCode(SHARED_ZERO + shared) + word.slice(shared);
    })
    .join("");
}
