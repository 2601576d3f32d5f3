/** Where a word stands in a conversion: "CSV" is the source in "CSV to JSON" and in "JSON from CSV". */
export type Side = "source" | "target";

/** What the search knows of a language. Terms are folded, see `fold`. */
export interface SearchLanguage {
  /** The stem of a term: the same for all forms of a word. */
  readonly stem: (term: string) => string;
  /** The forms of an irregular word, whose stems have no common prefix or one too short to search by. */
  readonly formsOf: (term: string) => readonly string[];
  /** A query without words that only make it a question. */
  readonly withoutFrame?: (query: string) => string;
  /** For a preposition: whether the words after it are the source or the target of a conversion. */
  readonly sideAfter?: (term: string) => Side | undefined;
  /** Whether a term is too frequent to tell pages apart. */
  readonly isStopWord: (term: string) => boolean;
}

const MIN_STEM = 3;
/** Languages whose stemmer has another name than the language. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["nb", "norwegian"],
  ["nn", "norwegian"],
  ["hi", "indian"],
]);

/** English name of a language, by which its stemmer is found; undefined for English. @param tag such as `de-AT` */
export function languageName(tag: string): string | undefined {
  const [code = ""] = tag.toLowerCase().split("-", 1);
  if (code === "en") return undefined;
  return NAMES.get(code) ?? new Intl.DisplayNames("en", { type: "language" }).of(code)?.toLowerCase();
}

/**
 * A common prefix of all words with a stem: stemmers change at most the last letter, another spelling the last two.
 */
export function stemPrefix(stemmed: string): string {
  return stemmed.slice(0, Math.max(MIN_STEM, stemmed.length - 2));
}

const OTHER = { source: "target", target: "source" } as const;

/**
 * The side of each word of a text; undefined if it has no direction. The words before the first preposition are on the
 * other side of those after it.
 */
export function sidesOf(
  words: readonly string[],
  { sideAfter = () => undefined, isStopWord }: SearchLanguage,
): readonly Side[] | undefined {
  const turns = words.flatMap((word, at) => {
    const side = sideAfter(word);
    const before = words[at - 1];
    // "How to read" and "to read" have an infinitive.
    const isTurn = side === "source" || (before !== undefined && !isStopWord(before));
    return side !== undefined && isTurn ? [{ at, side }] : [];
  });
  const [first] = turns;
  if (first === undefined) return undefined;
  return words.map((_, at) => {
    const next = turns.find((turn) => turn.at > at);
    const last = turns.findLast((turn) => turn.at <= at);
    const { side } = last ?? first;
    // In "a script to convert CSV to JSON", only the last "to" leads to the target.
    const isOther = last === undefined || last.side === next?.side;
    return isOther ? OTHER[side] : side;
  });
}
