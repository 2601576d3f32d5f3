import { BM25_B, BM25_K1 } from "../shared/constants.ts";
import type { Corpus } from "./corpus.ts";
import type { Field } from "./index-format.ts";
import { type MatchGroup, matchGroups, type QueryTerm } from "./query-terms.ts";
import { forEachDocument } from "./vocabulary.ts";

/** Factor of a match in each field. */
export type Boosts = Readonly<Record<Field, number>>;

/** Scores of all documents for the terms of a query. Arrays are indexed by ref; sets of terms are bit masks. */
export interface Scores {
  /** Documents that hold any of the terms, unordered. */
  readonly refs: readonly number[];
  /** BM25, summed over terms, fields and clauses. */
  readonly score: Float64Array;
  /** Terms in the document. */
  readonly held: Int32Array;
  /** Terms in its title. */
  readonly titled: Int32Array;
  /** Terms that it defines. */
  readonly defined: Int32Array;
  /** Per term: its weight, by inverse document frequency. */
  readonly weights: readonly number[];
}

/** Share of the score of its page's title that a section with the same term gets. */
const PAGE_TITLE_SHARE = 0.3;
/** Share of the scores of its page's other sections that a section with the same term gets. */
const PAGE_SHARE = 0.2;
/** Weaker matches, such as other endings of a half-typed word, don't count as matches of a title. */
const MIN_TITLE_WEIGHT = 0.6;

/** Scores the documents of a corpus for the terms of a query. */
export function scoreDocuments(corpus: Corpus, terms: readonly QueryTerm[], boosts: Boosts): Scores {
  const { length, fields, leadSectionOf } = corpus;
  const score = new Float64Array(length);
  const [held, titled, defined] = [new Int32Array(length), new Int32Array(length), new Int32Array(length)];
  const all: number[] = [];
  // Reset to zero after each term.
  const [own, title, page] = [new Float64Array(length), new Float64Array(length), new Float64Array(length)];
  const tf = new Float64Array(length);
  const weights = terms.map((term, at) => {
    const { clause, prefix } = term;
    const bit = 1 << at;
    const refs: number[] = [];
    const [exactIdf = 0, prefixIdf = 0, synonymsIdf = 0] = matchGroups(term).map((group) => {
      const { matches } = group;
      if (boosts.title > 0 && group.fields.includes("title")) {
        for (const { word, weight } of matches) {
          if (matches !== prefix && weight < MIN_TITLE_WEIGHT) continue;
          forEachDocument(fields.title, word, (ref) => {
            titled[ref] = (titled[ref] ?? 0) | bit;
          });
        }
      }
      return scoreMatches(corpus, group, tf, (field, ref, value) => {
        if (boosts[field] <= 0) return;
        const before = held[ref] ?? 0;
        if (before === 0) all.push(ref);
        if ((before & bit) === 0) refs.push(ref);
        held[ref] = before | bit;
        const boosted = value * boosts[field] * clause.boost;
        own[ref] = (own[ref] ?? 0) + boosted;
        if (field === "title") title[ref] = (title[ref] ?? 0) + boosted;
      });
    });
    for (const { word } of term.defined) {
      forEachDocument(fields.defined, word, (ref) => {
        defined[ref] = (defined[ref] ?? 0) | bit;
      });
    }
    if (clause.presence !== "prohibited") {
      const leadOf = (ref: number) => leadSectionOf[ref] ?? ref;
      for (const ref of refs) page[leadOf(ref)] = (page[leadOf(ref)] ?? 0) + (own[ref] ?? 0);
      for (const ref of refs) {
        const lead = leadOf(ref);
        const value = own[ref] ?? 0;
        const around = PAGE_SHARE * ((page[lead] ?? 0) - value);
        const above = lead === ref ? 0 : PAGE_TITLE_SHARE * (title[lead] ?? 0);
        score[ref] = (score[ref] ?? 0) + value + around + above;
      }
      for (const ref of refs) page[leadOf(ref)] = 0;
    }
    for (const ref of refs) own[ref] = title[ref] = 0;
    return Math.max(exactIdf, prefixIdf) || synonymsIdf;
  });
  return { refs: all, score, held, titled, defined, weights };
}

/**
 * Scores matches as one term with several spellings (BM25 with lunr's formula): their frequencies add up by weight,
 * and the document frequency counts documents with any of them, summed over fields.
 *
 * @param tf scratch space, one number per document, all zero
 * @param onScore receives the score of each field of each document
 * @returns the inverse document frequency; 0 without matches
 */
export function scoreMatches(
  { fields, length, averageLength }: Corpus,
  { fields: searched, matches }: MatchGroup,
  tf: Float64Array,
  onScore: (field: Field, ref: number, score: number) => void,
): number {
  if (matches.length === 0) return 0;
  let holding = 0;
  const found = searched.map((name) => {
    const refs: number[] = [];
    for (const { word, weight } of matches) {
      forEachDocument(fields[name], word, (ref, count) => {
        if (tf[ref] === 0) refs.push(ref);
        tf[ref] = (tf[ref] ?? 0) + weight * count;
      });
    }
    holding += refs.length;
    const counts = refs.map((ref) => tf[ref] ?? 0);
    for (const ref of refs) tf[ref] = 0;
    return { name, refs, counts };
  });
  const idf = Math.log(1 + Math.abs((length - holding + 0.5) / (holding + 0.5)));
  for (const { name, refs, counts } of found) {
    const { lengths } = fields[name];
    refs.forEach((ref, at) => {
      const norm = 1 - BM25_B + BM25_B * ((lengths[ref] ?? 0) / (averageLength[name] || 1));
      const count = counts[at] ?? 0;
      onScore(name, ref, (idf * ((BM25_K1 + 1) * count)) / (BM25_K1 * norm + count));
    });
  }
  return idf;
}
