/** Printable characters that JSON doesn't escape. */
const ALPHABET = Array.from({ length: 92 }, (_, index) => String.fromCharCode(35 + index + (index >= 57 ? 1 : 0)));
/** Digits that end a number; the others say that more follows. */
const LAST = 62;
const MORE = ALPHABET.length - LAST;
/** Digits by the codes of their characters; -1 for others. */
const DIGITS = new Int8Array(128).fill(-1);
ALPHABET.forEach((character, digit) => {
  DIGITS[character.charCodeAt(0)] = digit;
});

/** Writes natural numbers as text, small ones with one character. */
export function packNumbers(numbers: Iterable<number>): string {
  let text = "";
  for (const number of numbers) {
    let rest = number;
    while (rest >= LAST) {
      text += ALPHABET[LAST + (rest % MORE)];
      rest = Math.floor(rest / MORE);
    }
    text += ALPHABET[rest];
  }
  return text;
}

/** Where groups of numbers end in a text of them, by their counts; in characters. */
export function groupEnds(text: string, counts: Int32Array): Int32Array {
  const ends = new Int32Array(counts.length);
  let place = 0;
  counts.forEach((count, group) => {
    for (let left = count; left > 0 && place < text.length; place++) {
      if ((DIGITS[text.charCodeAt(place)] ?? -1) < LAST) left--;
    }
    ends[group] = place;
  });
  return ends;
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
