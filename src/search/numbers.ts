/** Codes of printable characters that JSON doesn't escape. */
const ALPHABET = Array.from({ length: 92 }, (_, index) => 35 + index + (index >= 57 ? 1 : 0));
/** Digits that end a number; the others say that more follows. */
const LAST = 62;
const MORE = ALPHABET.length - LAST;
/** Digits by the codes of their characters; -1 for others. */
const DIGITS = new Int8Array(128).fill(-1);
ALPHABET.forEach((code, digit) => {
  DIGITS[code] = digit;
});
/** Characters that become text together: one by one each would take thirty times its place until all are joined. */
const CODES_AT_ONCE = 4096;

/** Writes natural numbers as text, small ones with one character. */
export function packNumbers(numbers: Iterable<number>): string {
  const { put, text } = createNumberWriter();
  for (const number of numbers) put(number);
  return text();
}

/** Takes numbers one by one. */
export interface NumberWriter {
  readonly put: (number: number) => void;
  /** All numbers as text. */
  readonly text: () => string;
}

/** Makes texts as `packNumbers` does. */
export function createNumberWriter(): NumberWriter {
  const parts: string[] = [];
  let codes: number[] = [];
  const flush = () => {
    parts.push(String.fromCharCode(...codes));
    codes = [];
  };
  return {
    put: (number) => {
      let rest = number;
      while (rest >= LAST) {
        codes.push(ALPHABET[LAST + (rest % MORE)] ?? 0);
        rest = Math.floor(rest / MORE);
      }
      codes.push(ALPHABET[rest] ?? 0);
      if (codes.length >= CODES_AT_ONCE) flush();
    },
    text: () => {
      flush();
      return parts.join("");
    },
  };
}

/** Where groups of numbers end in the bytes of a text of them, by their counts. */
export function groupEnds(bytes: Uint8Array, counts: Int32Array): Int32Array {
  const ends = new Int32Array(counts.length);
  let place = 0;
  for (let group = 0; group < counts.length; group++) {
    for (let left = counts[group] ?? 0; left > 0 && place < bytes.length; place++) {
      if ((DIGITS[bytes[place] ?? 0] ?? -1) < LAST) left--;
    }
    ends[group] = place;
  }
  return ends;
}

/** Where a walk along the steps of a group has come to. */
export interface StepPlace {
  /** How many steps stand before it. */
  readonly number: number;
  /** Where the next step begins, and where it ends, in bytes. */
  readonly place: number;
  readonly next: number;
  /** What the last step before it has led to, or the next one leads to. */
  readonly ref: number;
}

/**
 * Finds the steps of a group that lead to refs in a range.
 *
 * @param bytes of a text of steps: how many refs are left out between one and the next
 * @returns `before` them, with the ref that stands there, and `after` them, with the ref that follows
 */
export function splitSteps(bytes: Uint8Array, from: number, to: number): { before: StepPlace; after: StepPlace } {
  let before: StepPlace | undefined;
  let number = 0;
  let place = 0;
  let ref = -1;
  while (place < bytes.length) {
    const last = ref;
    let next = place;
    let unit = 1;
    let digit = DIGITS[bytes[next++] ?? 0] ?? 0;
    for (; digit >= LAST; digit = DIGITS[bytes[next++] ?? 0] ?? 0) {
      ref += (digit - LAST) * unit;
      unit *= MORE;
    }
    ref += digit * unit + 1;
    if (ref >= from) before ??= { number, place, next, ref: last };
    if (ref >= to && before !== undefined) return { before, after: { number, place, next, ref } };
    place = next;
    number++;
  }
  const end = { number, place, next: place, ref };
  return { before: before ?? end, after: end };
}

/** Groups of steps in the bytes of a text of them. */
export interface StepGroups {
  /** Where each ends. */
  readonly ends: Int32Array;
  /** 1 for those that lead to a ref in the range that was asked for. */
  readonly leading: Uint8Array;
}

/** Reads which groups of steps lead to a ref in a range. @param counts how many steps each has */
export function stepGroups(bytes: Uint8Array, counts: Int32Array, from: number, to: number): StepGroups {
  const ends = new Int32Array(counts.length);
  const leading = new Uint8Array(counts.length);
  let place = 0;
  for (let group = 0; group < counts.length; group++) {
    let ref = -1;
    for (let left = counts[group] ?? 0; left > 0; left--) {
      let unit = 1;
      let digit = DIGITS[bytes[place++] ?? 0] ?? 0;
      for (; digit >= LAST; digit = DIGITS[bytes[place++] ?? 0] ?? 0) {
        ref += (digit - LAST) * unit;
        unit *= MORE;
      }
      ref += digit * unit + 1;
      if (ref >= from && ref < to) leading[group] = 1;
    }
    ends[group] = place;
  }
  return { ends, leading };
}

/** Where a number of a text of them begins, in bytes. @param index of the number */
export function startOfNumber(bytes: Uint8Array, index: number): number {
  return groupEnds(bytes, Int32Array.of(index))[0] ?? 0;
}

/** Reads what `packNumbers` wrote. @throws on a text that it didn't write */
export function unpackNumbers(text: string): Int32Array {
  const numbers = new Int32Array(text.length);
  let count = 0;
  let value = 0;
  let unit = 1;
  for (let index = 0; index < text.length; index++) {
    const digit = DIGITS[text.charCodeAt(index)] ?? -1;
    if (digit < 0) throw new Error("not a list of numbers");
    if (digit < LAST) {
      numbers[count++] = value + digit * unit;
      value = 0;
      unit = 1;
    } else {
      value += (digit - LAST) * unit;
      unit *= MORE;
    }
  }
  return numbers.subarray(0, count);
}
