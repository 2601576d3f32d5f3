import type { Corpus } from "./corpus.ts";

/** Scores for two adjacent words of the query that are also near each other in a document's title, and in its text. */
const NEAR_IN_TITLE = 0.3;
const NEAR_IN_TEXT = 0.2;
/** Maximum number of words between them, such as function words, which the query lacks. */
const MAX_BETWEEN = 2;
/** Maximum number of characters read from a text, so that a long section doesn't delay the answer. */
const MAX_TEXT = 6000;
/** Maximum number of characters from the beginning of the first word to the end of the second. */
const MAX_DISTANCE = 80;
const LETTER = /[\p{L}\p{N}]/u;
/** Maximum number of pairs: a longer query is a pasted text, for which a few are enough. */
const MAX_PAIRS = 6;

/**
 * Creates a score by proximity: how near to each other the query's words are in a document. Without it, "row height"
 * would match any text with both words somewhere.
 *
 * @param words the words of the query in plain form
 */
export function createNearness(
  { documents, language: { stem, isStopWord } }: Pick<Corpus, "documents" | "language">,
  words: string,
): (ref: number) => number {
  const strong = [...new Set(words.split(" "))].filter((word) => word !== "" && !isStopWord(word));
  const beginning = (word: string) => {
    const stemmed = stem(word);
    let shared = 0;
    while (shared < word.length && stemmed[shared] === word[shared]) shared++;
    return word.slice(0, shared);
  };
  const pairs = strong.slice(1, MAX_PAIRS + 1).map((word, at): Pair => {
    const between = `[^\\p{L}\\p{N}]+(?:[\\p{L}\\p{N}]+[^\\p{L}\\p{N}]+){0,${MAX_BETWEEN}}`;
    const [first, second] = [beginning(strong[at] ?? ""), beginning(word)];
    return { first, second, rest: new RegExp(`^\\p{L}*${between}${second}`, "u") };
  });
  return (ref) => {
    const { title = "", content = "" } = documents[ref] ?? {};
    const [name, text] = [title.toLowerCase(), content.slice(0, MAX_TEXT).toLowerCase()];
    const scoreOf = (pair: Pair) => (holdsPair(name, pair) ? NEAR_IN_TITLE : holdsPair(text, pair) ? NEAR_IN_TEXT : 0);
    return pairs.reduce((sum, pair) => sum + scoreOf(pair), 0) / (pairs.length || 1);
  };
}

/** The beginnings of two adjacent words in a query. */
interface Pair {
  readonly first: string;
  readonly second: string;
  /** Matches what must follow the first word. */
  readonly rest: RegExp;
}

/**
 * Whether a text contains a pair. A single pattern for both words is many times slower than finding the first word
 * first.
 */
function holdsPair(text: string, { first, second, rest }: Pair): boolean {
  if (first === "" || !text.includes(second)) return false;
  for (let at = text.indexOf(first); at >= 0; at = text.indexOf(first, at + first.length)) {
    const isBeginning = at === 0 || !LETTER.test(text.charAt(at - 1));
    if (isBeginning && rest.test(text.slice(at + first.length, at + first.length + MAX_DISTANCE))) return true;
  }
  return false;
}
