/** Matches a text that folding leaves as it is but for its case. */
export const ASCII = /^\p{ASCII}*$/u;
/** Ignored in comparisons: accents, vowel points, and characters that only affect joining or line breaks. */
const UNREAD =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\s\u00ad\u0640\u200b-\u200d\u2060]/g;
/** Letters without a Unicode decomposition, and their usual replacements. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["ø", "o"],
  ["đ", "d"],
  ["ł", "l"],
  ["ı", "i"],
  ["ς", "σ"],
  // Arabic and Persian keyboards have different characters for what readers see as the same letter.
  ["ى", "ي"],
  ["ی", "ي"],
  ["ک", "ك"],
]);
const OTHER = new RegExp(`[${[...LETTERS.keys()].join("")}]`, "g");

/** Pattern of the characters that continue a letter: combining marks and invisible characters. */
export const MARK = String.raw`[\p{M}\uff9e\uff9f\u00ad\u200b-\u200d\u2060]`;
/** A letter with its marks. Decomposed Hangul syllables consist of two or three letters. */
const LETTER = new RegExp(`(?:[\\u1100-\\u115f][\\u1160-\\u11a7]*[\\u11a8-\\u11ff]*|[^])${MARK}*`, "gu");
/**
 * Pattern of a letter in scripts without spaces between words, and in Hangul, whose words are compounds. Excludes
 * marks: they belong to many scripts.
 */
export const UNSPACED = String.raw`(?!\p{M})[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]`;

export const HAS_UNSPACED = new RegExp(UNSPACED, "u");

/** Normalises a text for comparison: lower case, without accents, one width, one form of each letter. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII.test(lower)) return lower;
  const plain = lower.normalize("NFKD").replace(UNREAD, "").normalize("NFKC").toLowerCase();
  return plain.replace(OTHER, (letter) => LETTERS.get(letter) ?? letter);
}

/** The letters of a text, each with its marks. */
export function lettersOf(text: string): string[] {
  return text.match(LETTER) ?? [];
}

/** A folded text, and the position of each of its characters in the original. */
interface FoldedText {
  readonly folded: string;
  /** Start and end, in the original, of the letter that a folded character comes from. */
  readonly placeOf: (at: number) => readonly [start: number, end: number];
}

/** Folds a text with the positions of its letters; spaces are kept. */
export function foldWithPlaces(text: string): FoldedText {
  if (ASCII.test(text)) return { folded: text.toLowerCase(), placeOf: (at) => [at, at + 1] };
  const places: (readonly [number, number])[] = [];
  let folded = "";
  let start = 0;
  for (const letter of lettersOf(text)) {
    const end = start + letter.length;
    const plain = /^\s/.test(letter) ? " " : fold(letter);
    folded += plain;
    for (let at = 0; at < plain.length; at++) places.push([start, end]);
    start = end;
  }
  return { folded, placeOf: (at) => places[at] ?? [text.length, text.length] };
}
