import { inverseDocumentFrequency, termScore } from "./bm25.ts";
import type { HitsByField } from "./hits.ts";
import type { LoadedIndex } from "./load-index.ts";
import { DEFINED, type Field } from "./packed-index.ts";
import type { Unit } from "./resolve.ts";
import { documentsOf } from "./trie.ts";

export type Boosts = Readonly<Record<Field, number>>;

/** What a query's words say of each document; lists are by the document's number. */
export interface Scores {
  /** Documents that hold any of the words, in no order. */
  readonly refs: readonly number[];
  /** BM25 over all words, fields and clauses. */
  readonly score: Float64Array;
  /** Which words the document holds: a bit for each. */
  readonly held: Uint32Array;
  /** Which words its title holds. */
  readonly titled: Uint32Array;
  /** Which words it explains. */
  readonly defined: Uint32Array;
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
  const defined = new Uint32Array(total);
  const counts = createCounts(total);
  const sums = { own: new Float64Array(total), title: new Float64Array(total), page: new Float64Array(total) };
  const all: number[] = [];
  const weights = units.map((unit, at) => {
    const bit = (1 << at) >>> 0;
    const refs: number[] = [];
    const [exact = 0, longer = 0, akin = 0] = [unit.exact, unit.longer, unit.akin].map((hits) => {
      return scoreHits(index, hits, counts, (field, ref, value, weight) => {
        if (boosts[field] <= 0) return;
        const before = held[ref] ?? 0;
        if (before === 0) all.push(ref);
        if ((before & bit) === 0) refs.push(ref);
        const boosted = value * boosts[field] * unit.clause.boost;
        sums.own[ref] = (sums.own[ref] ?? 0) + boosted;
        held[ref] = before | bit;
        if (field !== "title") return;
        sums.title[ref] = (sums.title[ref] ?? 0) + boosted;
        if (unit.longer !== hits && weight < MIN_TITLE_WEIGHT) return;
        titled[ref] = (titled[ref] ?? 0) | bit;
      });
    });
    for (const { word } of unit.defined)
      for (const ref of documentsOf(index.fields.get(DEFINED), word)) defined[ref] = (defined[ref] ?? 0) | bit;
    if (unit.clause.presence !== "prohibited") addShares(score, sums, refs, leads);
    for (const ref of refs) sums.own[ref] = sums.title[ref] = 0;
    return Math.max(exact, longer) || akin;
  });
  return { refs: all, score, held, titled, defined, weights };
}

/** What one word says of each document, its title and its page; all zero between two words. */
interface Sums {
  readonly own: Float64Array;
  readonly title: Float64Array;
  readonly page: Float64Array;
}

/** Adds a word's scores, with what the page around a section says of the word. */
function addShares(score: Float64Array, { own, title, page }: Sums, refs: readonly number[], leads: Int32Array): void {
  for (const ref of refs) {
    const lead = leads[ref] ?? ref;
    page[lead] = (page[lead] ?? 0) + (own[ref] ?? 0);
  }
  for (const ref of refs) {
    const lead = leads[ref] ?? ref;
    const value = own[ref] ?? 0;
    const around = PAGE_SHARE * ((page[lead] ?? 0) - value);
    const above = lead === ref ? 0 : PAGE_TITLE_SHARE * (title[lead] ?? 0);
    score[ref] = (score[ref] ?? 0) + value + around + above;
  }
  for (const ref of refs) page[leads[ref] ?? ref] = 0;
}

/** How often each document holds a group of terms, and the weight of the best of them; all zero between two groups. */
export interface Counts {
  readonly tf: Float64Array;
  readonly best: Float32Array;
}

/** Makes room for the counts of documents. */
export function createCounts(total: number): Counts {
  return { tf: new Float64Array(total), best: new Float32Array(total) };
}

/**
 * Scores a group of terms as one term with several spellings: their counts add up, each by its weight,
 * and the group is as rare as the documents that hold any of them. A single term scores as in lunr.
 *
 * @param counts of as many documents as the index has
 * @param add takes the score of each field of each document, and the weight of the best term there
 * @returns the inverse document frequency; 0 where nothing was hit
 */
export function scoreHits(
  { fields }: LoadedIndex,
  hits: HitsByField,
  { tf, best }: Counts,
  add: (field: Field, ref: number, score: number, weight: number) => void,
): number {
  const found = [...hits].flatMap(([name, terms]) => {
    const field = fields.get(name);
    if (field === undefined) return [];
    const refs: number[] = [];
    for (const { word, weight } of terms) {
      const end = field.starts[word + 1] ?? 0;
      for (let at = field.starts[word] ?? 0; at < end; at++) {
        const ref = field.refs[at] ?? 0;
        const before = tf[ref] ?? 0;
        if (before === 0) refs.push(ref);
        tf[ref] = before + weight * (field.tf[at] ?? 0);
        if (weight > (best[ref] ?? 0)) best[ref] = weight;
      }
    }
    const counted = { name, field, refs, tf: refs.map((ref) => tf[ref] ?? 0), best: refs.map((ref) => best[ref] ?? 0) };
    for (const ref of refs) tf[ref] = best[ref] = 0;
    return [counted];
  });
  const holding = found.reduce((sum, { refs }) => sum + refs.length, 0);
  if (holding === 0) return 0;
  const idf = inverseDocumentFrequency(tf.length, holding);
  for (const { name, field, refs, ...counted } of found) {
    const { lengths, averageLength } = field;
    refs.forEach((ref, at) => {
      const score = termScore(idf, counted.tf[at] ?? 0, lengths[ref] ?? 0, averageLength);
      add(name, ref, score, counted.best[at] ?? 0);
    });
  }
  return idf;
}
