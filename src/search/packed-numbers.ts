/** Digits of packed numbers, as character codes: those that JSON doesn't escape. */
const DIGITS = Array.from({ length: 92 }, (_, index) => 35 + index + (index >= 57 ? 1 : 0));
/** Number of digits that end a number; the others mean that more digits follow. */
const FINAL_DIGITS = 62;
const CONTINUATION_DIGITS = DIGITS.length - FINAL_DIGITS;
/** Character code to digit; -1 for other characters. */
const DIGIT_OF = new Int8Array(128).fill(-1);
DIGITS.forEach((code, digit) => {
  DIGIT_OF[code] = digit;
});
/** Digits of the largest number that an array of 32 bits holds. */
const MAX_DIGITS = 7;
/** Numbers that are encoded at a time. */
const CHUNK = 1 << 16;

/** Encodes natural numbers below 2^31 as text, small ones in one character. */
export function packNumbers(numbers: ArrayLike<number>): string {
  const codes = new Uint8Array(Math.min(numbers.length, CHUNK) * MAX_DIGITS);
  let text = "";
  for (let start = 0; start < numbers.length; start += CHUNK) {
    const end = Math.min(start + CHUNK, numbers.length);
    let length = 0;
    for (let at = start; at < end; at++) {
      let rest = numbers[at] ?? 0;
      for (; rest >= FINAL_DIGITS; rest = Math.floor(rest / CONTINUATION_DIGITS)) {
        codes[length++] = DIGITS[FINAL_DIGITS + (rest % CONTINUATION_DIGITS)] ?? 0;
      }
      codes[length++] = DIGITS[rest] ?? 0;
    }
    text += new TextDecoder().decode(codes.subarray(0, length));
  }
  return text;
}

/** Decodes a text of `packNumbers`. @throws on any other text */
export function unpackNumbers(text: string): Int32Array {
  const numbers = new Int32Array(text.length);
  let count = 0;
  let value = 0;
  let unit = 1;
  for (let index = 0; index < text.length; index++) {
    const digit = DIGIT_OF[text.charCodeAt(index)] ?? -1;
    if (digit < 0) throw new Error("not a list of numbers");
    if (digit < FINAL_DIGITS) {
      numbers[count++] = value + digit * unit;
      value = 0;
      unit = 1;
    } else {
      value += (digit - FINAL_DIGITS) * unit;
      unit *= CONTINUATION_DIGITS;
    }
  }
  return numbers.subarray(0, count);
}

/** Encodes one number as `packNumbers` does. */
export function packNumber(number: number): string {
  return number < FINAL_DIGITS ? String.fromCharCode(DIGITS[number] ?? 0) : packNumbers([number]);
}

/** Reads a text of `packNumbers` number by number. */
export interface NumberReader {
  /** The next number. */
  readonly read: () => number;
  readonly skip: (numbers: number) => void;
  /** Where in the text the next number begins. */
  readonly position: () => number;
}

/** Starts at the first number of a text. The reader throws an Error where the text is no list of numbers. */
export function createNumberReader(text: string): NumberReader {
  let position = 0;
  const read = () => {
    let value = 0;
    for (let unit = 1; ; unit *= CONTINUATION_DIGITS) {
      const digit = DIGIT_OF[text.charCodeAt(position++)] ?? -1;
      if (digit < 0) throw new Error("not a list of numbers");
      if (digit < FINAL_DIGITS) return value + digit * unit;
      value += (digit - FINAL_DIGITS) * unit;
    }
  };
  const skip = (numbers: number) => {
    // A local variable: millions of digits are skipped.
    let end = position;
    for (let left = numbers; left > 0 && end < text.length; ) {
      if ((DIGIT_OF[text.charCodeAt(end++)] ?? -1) < FINAL_DIGITS) left--;
    }
    position = end;
  };
  return { read, skip, position: () => position };
}
