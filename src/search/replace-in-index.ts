import {
  codedLength,
  frontCoded,
  type IndexSettings,
  type PackedIndex,
  type PackedPostings,
  packCounts,
  recordOfFields,
  unpackStarts,
  unpackWords,
  withSettings,
} from "./index-format.ts";
import { createNumberReader, type NumberReader, packNumber } from "./packed-numbers.ts";

/** An index in which the documents from `first` up to `next` are replaced by those of a segment: texts in, texts out. */
export function replaceInIndex(
  whole: PackedIndex,
  segment: PackedIndex,
  first: number,
  next: number,
  settings: IndexSettings,
): PackedIndex {
  const vocabulary = mergeWords(unpackWords(whole), unpackWords(segment));
  const fields = recordOfFields((name) =>
    replacePostings(whole.fields[name], segment.fields[name], vocabulary, { first, next, length: segment.length }),
  );
  // A word that no document holds any more leaves the vocabulary.
  const isHeld = new Uint8Array(vocabulary.words.length);
  for (const { counts } of Object.values(fields)) {
    for (let word = 0; word < counts.length; word++) if (counts[word] !== 0) isHeld[word] = 1;
  }
  const length = whole.length - (next - first) + segment.length;
  const packed = recordOfFields((name): PackedPostings => {
    const { counts, ...texts } = fields[name];
    return { counts: packCounts(selectHeld(counts, isHeld)), ...texts };
  });
  return withSettings({ length, words: replaceWords(whole.words, vocabulary, isHeld), fields: packed }, settings);
}

/** A loop, as `filter` of a typed array takes ten times as long. */
function selectHeld(counts: Int32Array, isHeld: Uint8Array): Int32Array {
  const selected = new Int32Array(counts.length);
  let length = 0;
  for (let word = 0; word < counts.length; word++) {
    if (isHeld[word] === 1) selected[length++] = counts[word] ?? 0;
  }
  return selected.subarray(0, length);
}

/** The words of an index and of the segment that comes in. */
interface MergedWords {
  readonly words: readonly string[];
  /** Per word: its position in the whole index and in the segment; -1: not there. */
  readonly inWhole: Int32Array;
  readonly inSegment: Int32Array;
  /** Numbers of words of the whole index and of the segment. */
  readonly sizes: readonly [whole: number, segment: number];
}

function mergeWords(whole: readonly string[], segment: readonly string[]): MergedWords {
  const words: string[] = [];
  const inWhole = new Int32Array(whole.length + segment.length).fill(-1);
  const inSegment = inWhole.slice();
  let old = 0;
  let added = 0;
  // Here and below no destructuring: it takes longer than the rest of the loop.
  while (old < whole.length || added < segment.length) {
    const oldWord = whole[old];
    const addedWord = segment[added];
    const isOld = oldWord !== undefined && (addedWord === undefined || oldWord <= addedWord);
    const isAdded = addedWord !== undefined && (oldWord === undefined || addedWord <= oldWord);
    if (isOld) inWhole[words.length] = old++;
    if (isAdded) inSegment[words.length] = added++;
    words.push((isOld ? oldWord : addedWord) ?? "");
  }
  return { words, inWhole, inSegment, sizes: [whole.length, segment.length] };
}

/** The vocabulary with the words that are held. @param text that of the whole index */
function replaceWords(text: string, { words, inWhole }: MergedWords, isHeld: Uint8Array): string {
  const copy = createCopy(text);
  let position = 0;
  let before = "";
  /** Whether the word before is also the one before in the old vocabulary. */
  let isSameBefore = true;
  words.forEach((word, at) => {
    const isOld = inWhole[at] !== -1;
    const end = position + (isOld ? codedLength(word, text, position) : 0);
    if (isHeld[at] === 0) copy.replace(position, end, "");
    else {
      if (!isOld || !isSameBefore) copy.replace(position, end, frontCoded(word, before));
      before = word;
    }
    isSameBefore = isOld && isHeld[at] === 1;
    position = end;
  });
  return copy.end();
}

/** Copies a text in which ranges are replaced, in their order. */
function createCopy(text: string) {
  const pieces: string[] = [];
  let copied = 0;
  return {
    replace: (from: number, to: number, by: string) => {
      pieces.push(text.slice(copied, from), by);
      copied = to;
    },
    end: () => {
      pieces.push(text.slice(copied));
      return pieces.join("");
    },
  };
}

/** Documents that are replaced, from `first` up to `next`, and how many take their place. */
interface Replacement {
  readonly first: number;
  readonly next: number;
  readonly length: number;
}

/** Packed postings whose counts are not packed. */
interface ReplacedPostings extends Omit<PackedPostings, "counts"> {
  readonly counts: Int32Array;
}

function replacePostings(
  whole: PackedPostings,
  segment: PackedPostings,
  { words, inWhole, inSegment, sizes }: MergedWords,
  replacement: Replacement,
): ReplacedPostings {
  const { first, next, length } = replacement;
  const shift = length - (next - first);
  const [startsInWhole, startsInSegment] = [unpackStarts(whole, sizes[0]), unpackStarts(segment, sizes[1])];
  const [refs, tf] = [createNumberReader(whole.refs), createNumberReader(whole.tf)];
  const [addedRefs, addedTf] = [createNumberReader(segment.refs), createNumberReader(segment.tf)];
  const [newRefs, newTf] = [createCopy(whole.refs), createCopy(whole.tf)];
  const counts = new Int32Array(words.length);
  /** Term frequencies of words that stay as they are: they are skipped together. */
  let unchanged = 0;
  for (let word = 0; word < words.length; word++) {
    const count = countAt(startsInWhole, inWhole[word] ?? -1);
    const added = countAt(startsInSegment, inSegment[word] ?? -1);
    // Most words are in one field only.
    if (count === 0 && added === 0) continue;
    const { before, replaced, lastRef, refAfter, from, to } = findReplaced(refs, count, replacement);
    counts[word] = count - replaced + added;
    if (replaced === 0 && added === 0 && (refAfter === -1 || shift === 0)) {
      unchanged += count;
      continue;
    }
    let coded = "";
    let last = lastRef;
    if (added > 0) {
      last = first + addedRefs.read();
      coded = packNumber(last - lastRef - 1);
      const restFrom = addedRefs.position();
      for (let left = added - 1; left > 0; left--) last += addedRefs.read() + 1;
      coded += segment.refs.slice(restFrom, addedRefs.position());
    }
    newRefs.replace(from, to, refAfter === -1 ? coded : coded + packNumber(refAfter + shift - last - 1));
    tf.skip(unchanged + before);
    const tfFrom = tf.position();
    tf.skip(replaced);
    const addedTfFrom = addedTf.position();
    addedTf.skip(added);
    newTf.replace(tfFrom, tf.position(), segment.tf.slice(addedTfFrom, addedTf.position()));
    unchanged = count - before - replaced;
  }
  const lengths = createNumberReader(whole.lengths);
  lengths.skip(first);
  const lengthsFrom = lengths.position();
  lengths.skip(next - first);
  const newLengths = whole.lengths.slice(0, lengthsFrom) + segment.lengths + whole.lengths.slice(lengths.position());
  return { counts, refs: newRefs.end(), tf: newTf.end(), lengths: newLengths };
}

function countAt(starts: Int32Array, word: number): number {
  return word === -1 ? 0 : (starts[word + 1] ?? 0) - (starts[word] ?? 0);
}

/** The documents of a word that are replaced. Reads all of them. */
function findReplaced(refs: NumberReader, count: number, { first, next }: Replacement) {
  let before = 0;
  let replaced = 0;
  let lastRef = -1;
  let refAfter = -1;
  let from = refs.position();
  let to = from;
  for (let ref = -1; before + replaced < count && refAfter === -1; to = refs.position()) {
    ref += refs.read() + 1;
    if (ref >= next) refAfter = ref;
    else if (ref >= first) replaced++;
    else {
      before++;
      lastRef = ref;
      from = refs.position();
    }
  }
  if (refAfter !== -1) refs.skip(count - before - replaced - 1);
  return { before, replaced, lastRef, refAfter, from, to };
}
