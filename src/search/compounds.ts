import type { Corpus } from "./corpus.ts";
import { type Correction, similarIdentifier, similarName } from "./corrections.ts";
import type { Clause } from "./query-parser.ts";
import { normalize } from "./tokens.ts";
import { exactMatches, frequency, relatedMatches, type TermMatch, type Vocabulary } from "./vocabulary.ts";
import { SPELLING_WEIGHT, scaleWeights } from "./word-matches.ts";

const MAX_WORDS = 4;
/** Maximum number of lookups of similar names per query: each is expensive. */
const MAX_LOOKUPS = 4;

/** Maximum number of spellings of a compound that are looked up: each word may be replaced by its synonyms. */
const MAX_SPELLINGS = 64;

/** A single word or number without operators and punctuation. */
const PLAIN = /^[\p{L}\p{N}]+$/u;

function isPlain({ text, presence, field, isPhrase, distance }: Clause): boolean {
  return presence === "optional" && field === undefined && !isPhrase && distance === undefined && PLAIN.test(text);
}

/**
 * Finds the indexed words that adjacent words of a query form together: `work sheet` is `worksheet`, and `sheet to
 * json` is `sheet_to_json`.
 *
 * @returns for each word of the query, the compounds that contain it
 */
export function compoundsOf(
  clauses: readonly Clause[],
  vocabulary: Vocabulary,
  synonyms: Corpus["synonyms"],
): Map<string, TermMatch[]> {
  const byWord = new Map<string, TermMatch[]>();
  const spellings = (words: readonly string[]) =>
    words.reduce<string[]>((all, word) => {
      const others = [word, ...(synonyms.get(vocabulary.language.stem(word)) ?? [])];
      return all.length === 0
        ? others
        : all.flatMap((before) => others.map((other) => `${before}_${other}`)).slice(0, MAX_SPELLINGS);
    }, []);
  for (const { words } of neighbours(clauses)) {
    const joined = words.join("");
    const together =
      words.length === 2 ? [...exactMatches(vocabulary, joined), ...relatedMatches(vocabulary, joined)] : [];
    const whole = spellings(words).flatMap((name) => exactMatches(vocabulary, name));
    const matches = scaleWeights([...whole, ...together], SPELLING_WEIGHT);
    for (const word of matches.length > 0 ? words : []) byWord.set(word, [...(byWord.get(word) ?? []), ...matches]);
  }
  return byWord;
}

/**
 * Joins words that a space splits: `work sheet` becomes `worksheet`, if the first half alone is a stop word or rarer than
 * the whole word.
 */
export function joinSplitWords(clauses: readonly Clause[], names: Vocabulary): readonly Clause[] {
  const { isStopWord } = names.language;
  const joined: Clause[] = [];
  for (const clause of clauses) {
    const last = joined.at(-1);
    const whole = last && isPlain(last) && isPlain(clause) ? normalize(last.text + clause.text) : "";
    const isHalf = last && !isStopWord(normalize(clause.text)) && isSplit(last.text, whole, names);
    if (isHalf) joined[joined.length - 1] = { ...clause, text: whole };
    else joined.push(clause);
  }
  return joined;
}

/** Whether a word is more likely the first half of a longer word than a word by itself. */
function isSplit(half: string, whole: string, names: Vocabulary): boolean {
  const first = normalize(half);
  const [count = 0, others = 0] = [whole, first].map((word) => {
    return exactMatches(names, word).reduce((sum, match) => sum + frequency(names, match.word), 0);
  });
  return count > 0 && (names.language.isStopWord(first) || count > others);
}

/**
 * Finds a compound name with a typing error in one or two of its words: `sheeet to jsn` is `sheet_to_json`.
 *
 * @param names the vocabulary of titles and definitions
 * @param isKnown whether a word is indexed
 * @returns the correction, and the clauses with the name in place of its words
 */
export function mistypedName(
  clauses: readonly Clause[],
  names: Vocabulary,
  isKnown: (word: string) => boolean,
): { readonly correction: Correction; readonly clauses: readonly Clause[] } | undefined {
  let lookups = 0;
  for (const { first, words } of [...neighbours(clauses)].sort((a, b) => b.words.length - a.words.length)) {
    const clause = clauses[first];
    const mistyped = words.filter((word) => !isKnown(word)).length;
    if (clause === undefined || mistyped === 0 || lookups++ >= MAX_LOOKUPS) continue;
    // Two unknown words are more likely names of something else.
    const isOther = mistyped === words.length && words.length === 2;
    const named = isOther ? undefined : similarIdentifier(words.join("_"), names);
    const whole = named === undefined && words.length === 2 ? similarIdentifier(words.join(""), names) : undefined;
    const joined = whole !== undefined && isSplit(words[0] ?? "", whole, names) ? whole : undefined;
    const to = named ?? joined ?? (mistyped > 1 && !isOther ? similarName(words, names) : undefined);
    if (to === undefined) continue;
    const name = { ...clause, text: to, isPrefix: false };
    const from = clauses.slice(first, first + words.length).map(({ text }) => text);
    return {
      correction: { from: from.join(" "), to },
      clauses: [...clauses.slice(0, first), name, ...clauses.slice(first + words.length)],
    };
  }
  return undefined;
}

/** Yields each run of two or more adjacent words of a query. */
function* neighbours(clauses: readonly Clause[]): Generator<{ readonly first: number; readonly words: string[] }> {
  for (let first = 0; first < clauses.length; first++) {
    const words: string[] = [];
    for (const clause of clauses.slice(first, first + MAX_WORDS)) {
      if (!isPlain(clause)) break;
      words.push(normalize(clause.text));
      if (words.length > 1) yield { first, words: [...words] };
    }
  }
}
