import { ownText } from "../shared/text.ts";
import type { Holding } from "./pack-index.ts";

/** Counts the words of documents, one document after the other. */
export interface Tally {
  /** The number that stands for a word. */
  readonly numberOf: (word: string) => number;
  /** Counts a word in the document at hand. */
  readonly count: (number: number, weight: number) => void;
  /** Goes on to the next document. */
  readonly endDocument: () => void;
  /** What was counted so far; lists are made when they are asked for. */
  readonly words: ReadonlyMap<string, Holding>;
}

/**
 * Keeps its counts in lists of numbers: of thousands of pages there are millions, and with two lists for each
 * word they would take several times the memory.
 */
export function createTally(): Tally {
  const numbers = new Map<string, number>();
  /** For each word its last entry. */
  let last = new Int32Array(64);
  /** For each entry the one before of the same word (-1: none), its document, and its count. */
  let before = new Int32Array(256);
  let refs = new Int32Array(256);
  /** Quarters: exact up to some millions. */
  let counts = new Float32Array(256);
  let entries = 0;
  let firstOfDocument = 0;
  let document = 0;

  const holdingOf = (number: number): Holding => {
    let size = 0;
    for (let entry = last[number] ?? -1; entry >= 0; entry = before[entry] ?? -1) size++;
    const holding = { refs: new Array<number>(size), tf: new Array<number>(size) };
    for (let entry = last[number] ?? -1; entry >= 0; entry = before[entry] ?? -1) {
      size--;
      holding.refs[size] = refs[entry] ?? 0;
      holding.tf[size] = counts[entry] ?? 0;
    }
    return holding;
  };
  return {
    numberOf: (word) => {
      const known = numbers.get(word);
      if (known !== undefined) return known;
      const number = numbers.size;
      numbers.set(ownText(word), number);
      if (number === last.length) last = grown(last, new Int32Array(2 * number));
      last[number] = -1;
      return number;
    },
    count: (number, weight) => {
      const entry = last[number] ?? -1;
      if (entry >= firstOfDocument) {
        counts[entry] = (counts[entry] ?? 0) + weight;
        return;
      }
      if (entries === before.length) {
        before = grown(before, new Int32Array(2 * entries));
        refs = grown(refs, new Int32Array(2 * entries));
        counts = grown(counts, new Float32Array(2 * entries));
      }
      before[entries] = entry;
      refs[entries] = document;
      counts[entries] = weight;
      last[number] = entries++;
    },
    endDocument: () => {
      document++;
      firstOfDocument = entries;
    },
    words: mapped(numbers, holdingOf),
  };
}

function grown<T extends Int32Array | Float32Array>(numbers: T, larger: T): T {
  larger.set(numbers);
  return larger;
}

/** A map with other values, each made when it is asked for. */
function mapped<K, From, To>(map: ReadonlyMap<K, From>, make: (value: From) => To): ReadonlyMap<K, To> {
  function* entries(): MapIterator<[K, To]> {
    for (const [key, value] of map) yield [key, make(value)];
    return undefined;
  }
  function* values(): MapIterator<To> {
    for (const value of map.values()) yield make(value);
    return undefined;
  }
  const whole: ReadonlyMap<K, To> = {
    get size() {
      return map.size;
    },
    has: (key) => map.has(key),
    get: (key) => {
      const value = map.get(key);
      return value === undefined ? undefined : make(value);
    },
    keys: () => map.keys(),
    values,
    entries,
    forEach: (run) => {
      for (const [key, value] of entries()) run(value, key, whole);
    },
    [Symbol.iterator]: entries,
  };
  return whole;
}
