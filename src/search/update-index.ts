import { createByteEditor } from "./byte-editor.ts";
import { editWords, placesOf } from "./coded-words.ts";
import type { SearchSource } from "./documents.ts";
import { groupEnds, packNumbers, splitSteps, startOfNumber, stepGroups, unpackNumbers } from "./numbers.ts";
import { type CountedField, type Holding, inUnits } from "./pack-index.ts";
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
 * copied as bytes, so that an edit costs little however large the site is.
 *
 * @param file an index file as `JSON.stringify` wrote it
 * @returns the parts of the new one, in their order
 */
export function updateIndexFile(file: Buffer, change: IndexChange, parentLevels: number): Buffer[] {
  // Quotes inside of texts are escaped: only the parts of the file itself can look like this. Each is
  // sought from the last one on: thousands of pages are tens of megabytes.
  const start = file.indexOf(documentStart(change.from));
  const next = start < 0 || change.to === change.from ? start : file.indexOf(documentStart(change.to), start);
  const documentsEnd = file.indexOf('],"index":{"version":', Math.max(start, next, 0));
  const documents = {
    before: file.subarray(PREFIX.length, start < 0 ? documentsEnd : start),
    after: file.subarray(next < 0 ? documentsEnd : next, documentsEnd),
  };
  return [...updateDocuments(documents, change), ...updateIndex(file.subarray(documentsEnd), change, parentLevels)];
}

/**
 * The same for several pages.
 *
 * @param changes from the end of the index to its start: the documents before each are what they were
 */
export function updateIndexPages(file: Buffer, changes: readonly IndexChange[], parentLevels: number): Buffer[] {
  return changes.reduce<Buffer[]>(
    (parts, change) => {
      const [only] = parts;
      return updateIndexFile(parts.length === 1 && only ? only : Buffer.concat(parts), change, parentLevels);
    },
    [file],
  );
}

const PREFIX = '{"documents":[';

/** What stands before the documents that are replaced, with a comma where some do, and what after them. */
type AroundDocuments = Readonly<Record<"before" | "after", Buffer>>;

function updateDocuments({ before, after }: AroundDocuments, { from, to, sources }: IndexChange): Buffer[] {
  const shift = sources.length - (to - from);
  const fresh = sources.map(({ document }, place) => Buffer.from(JSON.stringify({ ...document, id: from + place })));
  const kept = before.subarray(0, before.at(-1) === COMMA ? -1 : before.length);
  const parts = [[kept], ...fresh.map((one) => [one]), shift === 0 ? [after] : renumber(after, to, shift)];
  const filled = parts.filter(([first]) => first !== undefined && first.length > 0);
  return [Buffer.from(PREFIX), ...filled.flatMap((part, at) => (at === 0 ? part : [Buffer.from(","), ...part]))];
}

const COMMA = ",".charCodeAt(0);

function documentStart(id: number): string {
  return `{"id":${id},"title":`;
}

/** Gives documents that follow one another other ids. */
function renumber(bytes: Buffer, first: number, shift: number): Buffer[] {
  const parts: Buffer[] = [];
  let start = 0;
  for (let id = first; start < bytes.length; id++) {
    const next = bytes.indexOf(documentStart(id + 1), start);
    const end = next < 0 ? bytes.length : next;
    parts.push(Buffer.from(documentStart(id + shift)), bytes.subarray(start + documentStart(id).length, end));
    start = end;
  }
  return parts;
}

/** @param bytes of the file from the end of its documents on */
function updateIndex(bytes: Buffer, change: IndexChange, parentLevels: number): Buffer[] {
  const { from, to, sources } = change;
  const counted = countFields(sources, parentLevels);
  const fieldsStart = bytes.indexOf(FIELDS_START, PREFIX_OF_INDEX.length);
  const head = JSON.parse(`${bytes.toString("utf8", PREFIX_OF_INDEX.length, fieldsStart)}}`) as Omit<
    SearchIndexFile["index"],
    "index"
  >;
  const length = head.length + sources.length - (to - from);
  const parts: Buffer[] = [
    Buffer.from(PREFIX_OF_INDEX + JSON.stringify({ ...head, length }).slice(0, -1) + FIELDS_START),
  ];
  let at = fieldsStart + FIELDS_START.length;
  const take = (mark: string): Buffer => {
    const end = bytes.indexOf(mark, at);
    const taken = bytes.subarray(at, end);
    at = end + mark.length;
    return taken;
  };
  head.fields.forEach((name, place) => {
    take('"words":');
    const texts = {
      words: take(',"counts":"'),
      counts: take('","refs":"'),
      refs: take('","tf":"'),
      tf: take('","lengths":"'),
      lengths: take('"}'),
    };
    const fresh = counted.get(name) ?? { words: new Map(), lengths: [] };
    parts.push(
      Buffer.from(`${place === 0 ? "" : ","}${JSON.stringify(name)}:`),
      ...updateField(texts, fresh, from, to),
    );
  });
  return [...parts, Buffer.from("}}}")];
}

const PREFIX_OF_INDEX = '],"index":';
const FIELDS_START = ',"index":{';

/** A field as the bytes of its texts; its words with their quotes. */
type FieldBytes = Readonly<Record<"words" | "counts" | "refs" | "tf" | "lengths", Buffer>>;

function updateField(bytes: FieldBytes, fresh: CountedField, from: number, to: number): Buffer[] {
  const shift = fresh.lengths.length - (to - from);
  const oldCounts = unpackNumbers(bytes.counts.toString("latin1"));
  // All refs after the page change with the number of its documents.
  const steps = stepGroups(bytes.refs, oldCounts, from, shift === 0 ? to : Number.POSITIVE_INFINITY);
  const refs = createByteEditor(bytes.refs, steps.ends);
  const tf = createByteEditor(bytes.tf, groupEnds(bytes.tf, oldCounts));
  const counts = createByteEditor(bytes.counts, groupEnds(bytes.counts, new Int32Array(oldCounts.length).fill(1)));
  const words = JSON.parse(bytes.words.toString("utf8")) as string;
  const added = [...fresh.words].sort(([a], [b]) => (a < b ? -1 : 1));
  const places = placesOf(
    words,
    added.map(([word]) => word),
  );
  const dropped = new Set<number>();
  const inserted = new Map<number, string[]>();
  let next = 0;
  for (let at = 0; at <= oldCounts.length; at++) {
    for (; places[next]?.at === at && places[next]?.isThere === false; next++) {
      const [word, holding] = added[next] ?? [""];
      const entries = entriesOf(holding, from);
      for (const editor of [counts, refs, tf]) editor.goTo(at);
      counts.insert(packNumbers([entries.length]));
      refs.insert(packSteps(entries, -1));
      tf.insert(packNumbers(entries.map(([, count]) => count)));
      inserted.set(at, [...(inserted.get(at) ?? []), word]);
    }
    const isFresh = places[next]?.at === at;
    if (at === oldCounts.length || !(isFresh || steps.leading[at] === 1)) continue;
    const entries = isFresh ? entriesOf(added[next++]?.[1], from) : [];
    counts.drop(at);
    const [oldRefs, oldTf] = [refs.drop(at), tf.drop(at)];
    const split = splitSteps(oldRefs, from, to);
    const count = (oldCounts[at] ?? 0) - (split.after.number - split.before.number) + entries.length;
    if (count === 0) {
      dropped.add(at);
      continue;
    }
    counts.insert(packNumbers([count]));
    refs.insert(oldRefs.subarray(0, split.before.place));
    refs.insert(packSteps(entries, split.before.ref));
    if (split.after.number < (oldCounts[at] ?? 0)) {
      const last = entries.at(-1)?.[0] ?? split.before.ref;
      refs.insert(packNumbers([split.after.ref + shift - last - 1]));
      refs.insert(oldRefs.subarray(split.after.next));
    }
    const tfBefore = startOfNumber(oldTf, split.before.number);
    tf.insert(oldTf.subarray(0, tfBefore));
    tf.insert(packNumbers(entries.map(([, times]) => times)));
    tf.insert(oldTf.subarray(startOfNumber(oldTf, split.after.number)));
  }
  const areWordsOld = dropped.size === 0 && inserted.size === 0;
  return [
    Buffer.from('{"words":'),
    areWordsOld ? bytes.words : Buffer.from(JSON.stringify(editWords(words, dropped, inserted))),
    Buffer.from(',"counts":"'),
    ...counts.parts(),
    Buffer.from('","refs":"'),
    ...refs.parts(),
    Buffer.from('","tf":"'),
    ...tf.parts(),
    Buffer.from('","lengths":"'),
    bytes.lengths.subarray(0, startOfNumber(bytes.lengths, from)),
    Buffer.from(packNumbers(fresh.lengths.map(inUnits))),
    bytes.lengths.subarray(startOfNumber(bytes.lengths, to)),
    Buffer.from('"}'),
  ];
}

/** @param from the number of the page's first document */
function entriesOf(holding: Holding | undefined, from: number): Entry[] {
  return (holding?.refs ?? []).map((ref, at) => [from + ref, inUnits(holding?.tf[at] ?? 0)]);
}

/** A document that holds a word, and how often, in units of `TF_UNIT`. */
type Entry = readonly [ref: number, tf: number];

/** Steps to entries from the ref before them. */
function packSteps(entries: readonly Entry[], before: number): string {
  return packNumbers(entries.map(([ref], at) => ref - (entries[at - 1]?.[0] ?? before) - 1));
}
