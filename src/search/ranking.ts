import { inverseDocumentFrequency, termScore } from "./bm25.ts";
import type { LoadedIndex } from "./packed-index.ts";
import type { HitsByField, Unit } from "./resolve.ts";
import type { Field } from "./search-index.ts";

export type Boosts = Readonly<Record<Field, number>>;

/** What a query's words say of each document; lists are by the document's number. */
export interface Scores {
  /** BM25 over all words, fields and clauses. */
  readonly score: Float64Array;
  /** Which words the document holds: a bit for each. */
  readonly held: Uint32Array;
  /** Which words its title holds. */
  readonly titled: Uint32Array;
  /** How much each word tells. */
  readonly weights: readonly number[];
}

/** How much of its page's title counts for a section that holds the word itself. */
const PAGE_TITLE_SHARE = 0.3;

/** Hits that count less, such as one on another ending of a word half typed, don't make a title match. */
const MIN_TITLE_WEIGHT = 0.6;
/** How much of what a page's other sections say of a word counts for a section that holds it. */
const PAGE_SHARE = 0.2;

/**
 * Scores the documents of an index for the words of a query.
 *
 * @param leads for each document the number of its page's lead
 */
export function scoreDocuments(index: LoadedIndex, units: readonly Unit[], boosts: Boosts, leads: Int32Array): Scores {
  const total = leads.length;
  const score = new Float64Array(total);
  const held = new Uint32Array(total);
  const titled = new Uint32Array(total);
  const weights = units.map((unit, at) => {
    const bit = (1 << at) >>> 0;
    const own = new Float64Array(total);
    const title = new Float64Array(total);
    const idfs = [unit.exact, unit.longer].map((hits) => {
      return scoreHits(index, hits, total, (field, ref, value, weight) => {
        if (boosts[field] <= 0) return;
        const boosted = value * boosts[field] * unit.clause.boost;
        own[ref] = (own[ref] ?? 0) + boosted;
        held[ref] = (held[ref] ?? 0) | bit;
        if (field !== "title") return;
        title[ref] = (title[ref] ?? 0) + boosted;
        if (unit.exact === hits && weight < MIN_TITLE_WEIGHT) return;
        titled[ref] = (titled[ref] ?? 0) | bit;
      });
    });
    if (unit.clause.presence !== "prohibited") addShares(score, own, title, leads);
    return Math.max(...idfs);
  });
  return { score, held, titled, weights };
}

/** Adds a word's scores, with what the page around a section says of the word. */
function addShares(score: Float64Array, own: Float64Array, title: Float64Array, leads: Int32Array): void {
  const pages = new Float64Array(own.length);
  own.forEach((value, ref) => {
    const lead = leads[ref] ?? ref;
    pages[lead] = (pages[lead] ?? 0) + value;
  });
  own.forEach((value, ref) => {
    if (value === 0) return;
    const lead = leads[ref] ?? ref;
    const around = PAGE_SHARE * ((pages[lead] ?? 0) - value);
    const above = lead === ref ? 0 : PAGE_TITLE_SHARE * (title[lead] ?? 0);
    score[ref] = (score[ref] ?? 0) + value + around + above;
  });
}

/**
 * Scores a group of terms as one term with several spellings: their counts add up, each by its weight,
 * and the group is as rare as the documents that hold any of them. A single term scores as in lunr.
 *
 * @param add takes the score of each field of each document, and the weight of the best term there
 * @returns the inverse document frequency; 0 where nothing was hit
 */
export function scoreHits(
  { fields }: LoadedIndex,
  hits: HitsByField,
  total: number,
  add: (field: Field, ref: number, score: number, weight: number) => void,
): number {
  const counts = [...hits].map(([field, terms]) => {
    const tf = new Float64Array(total);
    const best = new Float32Array(total);
    const refs: number[] = [];
    for (const { node, weight } of terms) {
      node.each((ref, count) => {
        const before = tf[ref] ?? 0;
        if (before === 0) refs.push(ref);
        tf[ref] = before + weight * count;
        if (weight > (best[ref] ?? 0)) best[ref] = weight;
      });
    }
    return { field, tf, best, refs };
  });
  const holding = counts.reduce((sum, { refs }) => sum + refs.length, 0);
  if (holding === 0) return 0;
  const idf = inverseDocumentFrequency(total, holding);
  for (const { field, tf, best, refs } of counts) {
    const loaded = fields.get(field);
    if (loaded === undefined) continue;
    const { lengths, averageLength } = loaded;
    for (const ref of refs)
      add(field, ref, termScore(idf, tf[ref] ?? 0, lengths[ref] ?? 0, averageLength), best[ref] ?? 0);
  }
  return idf;
}
