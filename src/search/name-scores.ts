import type { Corpus, Name } from "./corpus.ts";
import type { Side } from "./language.ts";
import { matchGroups, type QueryTerm } from "./query-terms.ts";

/** Maximum number of matches of a term that counts for names: one with more, such as a wildcard, is too vague. */
const MAX_MATCHES = 300;

/** Score for a query that equals a name or a keyword of a page; a keyword counts for sections with words of the query, too. */
const PAGE_NAME = 0.75;
/** Score for a query that equals the heading of a section. */
const HEADING = 0.4;
/**
 * Exponents of the penalty for a name that contains only part of the query, and for one with words that the query
 * lacks.
 */
const PART_OF_QUERY = 2.2;
const PART_OF_NAME = 0.7;
/** Share of a word in a name that still counts on the other side of a conversion: "CSV to JSON" for "JSON to CSV". */
const REVERSED = 0.25;
/** Weaker matches, such as other endings of a half-typed word, don't count as matches of a name. */
const MIN_WEIGHT = 0.6;
/** Share of a longer word in a name that must have been typed, if the last word of the query is a complete word too. */
const MIN_TYPED = 0.8;

/** Indexed words that match a term strongly enough for a name. */
export function matchesOfNames(term: QueryTerm): readonly { readonly word: number; readonly weight: number }[] {
  return matchGroups(term).flatMap(({ fields, matches }) => {
    if (!fields.includes("title")) return [];
    const least = matches !== term.prefix ? MIN_WEIGHT : term.exact.length > 0 ? MIN_TYPED : 0;
    return matches.filter(({ weight }) => weight >= least);
  });
}

/**
 * Creates a score by names: how well the query equals one of a document's names. For a section that is its heading,
 * together with the names of its page; for a lead the page's title, its label or a keyword.
 *
 * @param weights of the terms; zero for those that don't count
 * @param sides of the terms, in a query with a direction
 * @returns the score of a document, by its ref
 */
export function createNaming(
  corpus: Corpus,
  terms: readonly QueryTerm[],
  weights: readonly number[],
  sides: readonly (Side | undefined)[] | undefined,
): (ref: number) => number {
  const all = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const hits = new Map<number, [term: number, weight: number][]>();
  terms.forEach((term, at) => {
    if ((weights[at] ?? 0) === 0) return;
    const matches = matchesOfNames(term);
    for (const { word, weight } of matches.length > MAX_MATCHES ? [] : matches) {
      hits.set(word, [...(hits.get(word) ?? []), [at, Math.min(1, weight)]]);
    }
  });
  const isHit = new Uint8Array(corpus.words.length);
  for (const word of hits.keys()) isHit[word] = 1;
  // No term is clear enough: reading the names of all documents would take longer than the rest of the answer.
  if (hits.size === 0) return () => 0;
  const share = (cover: Float64Array) => cover.reduce((sum, weight, at) => sum + weight * (weights[at] ?? 0), 0) / all;
  /**
   * Sets in `cover` the best weight of each term in a name.
   *
   * @returns the share of the name that the query covers, from 0 to 1; less for words on the other side of a conversion
   */
  const compare = (name: Name, cover: Float64Array): number => {
    const holds = (word: number, side: Side | undefined) => {
      let most = 0;
      for (const [term, weight] of hits.get(word) ?? []) {
        if (weight > (cover[term] ?? 0)) cover[term] = weight;
        const isReversed = side !== undefined && sides?.[term] !== undefined && sides[term] !== side;
        most = Math.max(most, isReversed ? REVERSED * weight : weight);
      }
      return most;
    };
    let held = 0;
    for (const [at, [whole = -1, ...parts]] of name.words.entries()) {
      const side = name.sides?.[at];
      const hit = holds(whole, side);
      const inParts = parts.reduce((sum, part) => sum + holds(part, side), 0) / (parts.length || 1);
      // Squared, as one part is little of a word: `java` of "JavaScript".
      held += Math.max(hit, inParts ** 2);
    }
    return held / (name.words.length || 1);
  };
  const scoreOf = (cover: Float64Array, named: number) => share(cover) ** PART_OF_QUERY * named ** PART_OF_NAME;
  /** Score of the best of some names. @param around the best weight of each term in other names of the page */
  const best = (names: readonly Name[], around: Float64Array, factors: readonly number[] = []): number => {
    let most = 0;
    for (const [at, name] of names.entries()) {
      const factor = factors[at] ?? 1;
      if (!name.words.some((word) => word.some((part) => isHit[part] === 1))) continue;
      const cover = new Float64Array(terms.length);
      const named = compare(name, cover);
      if (named === 0) continue;
      // The page's titles add to what a keyword covers, unless they hold all of it.
      const isMore = cover.some((weight, term) => weight > (around[term] ?? 0));
      const together = isMore ? cover.map((weight, term) => Math.max(weight, around[term] ?? 0)) : cover;
      most = Math.max(most, factor * scoreOf(together, named));
    }
    return most;
  };
  const none = new Float64Array(terms.length);
  const keywordScores = new Map<number, number>();
  const readPage = (lead: number): number => {
    const titled = new Float64Array(terms.length);
    const { titles, keywords, weights: factors } = corpus.namesOf(lead);
    for (const name of titles) compare(name, titled);
    return PAGE_NAME * best(keywords, titled, factors);
  };
  return (ref: number): number => {
    const lead = corpus.leadSectionOf[ref] ?? ref;
    const keyword = keywordScores.get(lead) ?? readPage(lead);
    keywordScores.set(lead, keyword);
    const named = best(corpus.namesOf(ref).titles, none);
    if (lead === ref) return Math.max(PAGE_NAME * named, keyword);
    return named > 0 ? Math.max(HEADING * named, keyword) : 0;
  };
}
