import type { Corpus } from "./corpus.ts";
import { type Correction, similarIdentifier, similarName } from "./corrections.ts";
import type { Clause } from "./query-parser.ts";
import { normalize } from "./tokens.ts";
import { exactMatches, relatedMatches, type TermMatch, type Vocabulary } from "./vocabulary.ts";
import { SPELLING_WEIGHT } from "./word-matches.ts";

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
    const matches = [...spellings(words).flatMap((name) => exactMatches(vocabulary, name)), ...together].map(
      ({ word, weight }) => {
        return { word, weight: weight * SPELLING_WEIGHT };
      },
    );
    for (const word of matches.length > 0 ? words : []) byWord.set(word, [...(byWord.get(word) ?? []), ...matches]);
  }
  return byWord;
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
    // Two unknown words are more likely names of something else.
    const isOther = mistyped === words.length && words.length === 2;
    if (clause === undefined || mistyped === 0 || isOther || lookups++ >= MAX_LOOKUPS) continue;
    const to = similarIdentifier(words.join("_"), names) ?? (mistyped > 1 ? similarName(words, names) : undefined);
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
