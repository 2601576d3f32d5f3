import type { SearchDocument } from "./sections.ts";
import { isStopWord, stem } from "./stem.ts";

/** What neighbours in the query add to a document that has them near each other, too: in its title or its text. */
const NEAR_IN_TITLE = 0.3;
const NEAR_IN_TEXT = 0.2;
/** Words that may stand between them, such as the function words that queries lack. */
const MAX_BETWEEN = 2;
/** Only this much of a text is read, so that one long section doesn't delay the answer. */
const MAX_TEXT = 6000;
/** Characters from the first of two words to the end of the second. */
const MAX_DISTANCE = 80;
const LETTER = /[\p{L}\p{N}]/u;
/** More pairs belong to a pasted text, of which a few say enough. */
const MAX_PAIRS = 6;

/**
 * Creates the score of a document for how near to each other it has the words of the query: those of "row height" may
 * stand anywhere in a text about other things.
 *
 * @param words the words of the query in plain form
 */
export function createNearness(documents: readonly SearchDocument[], words: string): (ref: number) => number {
  const strong = words.split(" ").filter((word) => word !== "" && !isStopWord(word));
  const beginning = (word: string) => {
    const stemmed = stem(word);
    let shared = 0;
    while (shared < word.length && stemmed[shared] === word[shared]) shared++;
    return word.slice(0, shared);
  };
  const pairs = strong.slice(1, MAX_PAIRS + 1).map((word, at): Pair => {
    const between = `[^\\p{L}\\p{N}]+(?:[\\p{L}\\p{N}]+[^\\p{L}\\p{N}]+){0,${MAX_BETWEEN}}`;
    return { first: beginning(strong[at] ?? ""), rest: new RegExp(`^\\p{L}*${between}${beginning(word)}`, "u") };
  });
  return (ref) => {
    const { title = "", content = "" } = documents[ref] ?? {};
    const [name, text] = [title.toLowerCase(), content.slice(0, MAX_TEXT).toLowerCase()];
    const scoreOf = (pair: Pair) => (holdsPair(name, pair) ? NEAR_IN_TITLE : holdsPair(text, pair) ? NEAR_IN_TEXT : 0);
    return pairs.reduce((sum, pair) => sum + scoreOf(pair), 0) / (pairs.length || 1);
  };
}

/** The beginnings of two neighbours in a query. */
interface Pair {
  readonly first: string;
  /** What follows the first. */
  readonly rest: RegExp;
}

/** Whether a text has a pair. One expression for both of its words takes many times longer than looking for the first. */
function holdsPair(text: string, { first, rest }: Pair): boolean {
  if (first === "") return false;
  for (let at = text.indexOf(first); at >= 0; at = text.indexOf(first, at + first.length)) {
    const isBeginning = at === 0 || !LETTER.test(text.charAt(at - 1));
    if (isBeginning && rest.test(text.slice(at + first.length, at + first.length + MAX_DISTANCE))) return true;
  }
  return false;
}
