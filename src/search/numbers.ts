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
