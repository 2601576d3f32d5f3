import type { Corpus } from "./corpus.ts";
import type { Field, IndexedField, Postings } from "./index-format.ts";
import { matchesOfNames } from "./name-scores.ts";
import { type MatchGroup, matchGroups, type QueryTerm } from "./query-terms.ts";
import { documentCount, forEachDocument } from "./vocabulary.ts";

/** BM25 parameters: length normalisation and term saturation. */
const BM25_B = 0.75;
const BM25_K1 = 1.2;

/** Factor of a match in each field. */
export type Boosts = Readonly<Record<Field, number>>;

/** Scores of all documents for the terms of a query. Arrays are indexed by ref; sets of terms are bit masks. */
export interface Scores {
  /** Documents that hold any of the terms, unordered. */
  readonly refs: readonly number[];
  /** Sum of the weights of all terms, each times the document's evidence for it, from 0 to 1. */
  readonly score: Float64Array;
  /** Terms in the document. */
  readonly held: Int32Array;
  /** Terms in its title, or in the other names of its page. */
  readonly titled: Int32Array;
  /** Terms that the document defines. */
  readonly defined: Int32Array;
  /** Per term: its weight, by inverse document frequency. */
  readonly weights: readonly number[];
}

/** Boost of the field `about`, as a share of that of titles. */
const ABOUT_SHARE = 1.25;
/** Evidence of a definition, as a share of the boost of titles. */
const DEFINED_SHARE = 1;
/** Share of the evidence in its page's title and description that a section inherits. */
const PAGE_SHARE = 0.5;
/** Share of the evidence in its page's other sections that a section inherits, and the part of it that counts. */
const AROUND_SHARE = 0.3;
const MAX_AROUND = 1.5;
/** Amount of evidence that gives half of a term's weight: each further mention counts less. */
const HALF_EVIDENCE = 6;
/** Exponent of the inverse document frequency: how much more rare words count than frequent ones. */
const RARITY = 0.6;
/**
 * Factor of the weight of a word that is only an example: a number, as in "date shows as 44197", or a word that is in no
 * page's names, such as the address of a cell.
 */
const EXAMPLE_FACTOR = 0.2;
const NUMBER = /^\p{N}+$/u;
/** Minimum number of terms of a query in which a word is an example; "vue 3" and "excel 2007" mean theirs. */
const MIN_AROUND_EXAMPLE = 3;
/** Factor of prefix matches if the last word of the query is a complete word too. */
const PREFIX_FACTOR = 0.4;

/** Scratch space for the evidence for one term; all zero between terms. */
interface Evidence {
  /** By ref: in the section itself. */
  readonly section: Float64Array;
  /** By ref of a lead: in the page's title and `about`. */
  readonly page: Float64Array;
  /** By ref of a lead: in the texts of all sections. */
  readonly texts: Float64Array;
  /** Leads of the pages with evidence. */
  readonly leads: Set<number>;
}

/** Scores the documents of a corpus for the terms of a query. */
export function scoreDocuments(corpus: Corpus, terms: readonly QueryTerm[], boosts: Boosts): Scores {
  const { length, leadSectionOf } = corpus;
  const numbers = () => new Float64Array(length);
  const evidence: Evidence = { section: numbers(), page: numbers(), texts: numbers(), leads: new Set() };
  const masks = () => new Int32Array(length);
  const scores = { score: numbers(), held: masks(), titled: masks(), defined: masks() };
  const { section, page, texts, leads } = evidence;
  const tf = numbers();
  const all: number[] = [];
  const weights = terms.map((term, at) => {
    const isExample = terms.length >= MIN_AROUND_EXAMPLE && isExampleOf(corpus, term);
    const weight = (isExample ? EXAMPLE_FACTOR : 1) * gather(corpus, term, boosts, evidence, tf);
    const factor = term.clause.presence === "prohibited" ? 0 : weight * term.clause.boost;
    for (const lead of leads) {
      for (let ref = lead; leadSectionOf[ref] === lead; ref++) {
        const value = section[ref] ?? 0;
        const above = (ref === lead ? 1 : PAGE_SHARE) * (page[lead] ?? 0);
        if (value > 0 || (ref === lead && above > 0)) {
          if (scores.held[ref] === 0) all.push(ref);
          scores.held[ref] = (scores.held[ref] ?? 0) | (1 << at);
        }
        const around = Math.min(Math.max((texts[lead] ?? 0) - value, 0), MAX_AROUND);
        const sum = value + above + AROUND_SHARE * around;
        scores.score[ref] = (scores.score[ref] ?? 0) + (factor * sum) / (sum + HALF_EVIDENCE);
        section[ref] = 0;
      }
      page[lead] = texts[lead] = 0;
    }
    leads.clear();
    for (const { word } of boosts.title > 0 ? matchesOfNames(term) : []) {
      mark(corpus.fields.title, word, 1 << at, scores.titled);
      mark(corpus.fields.about, word, 1 << at, scores.titled);
    }
    for (const { word } of term.defined) mark(corpus.fields.defined, word, 1 << at, scores.defined);
    return weight;
  });
  return { refs: all, ...scores, weights };
}

/** Whether a term is only an example: a number, or a word that is in no name. */
function isExampleOf({ fields: { title, about } }: Corpus, { clause, exact, prefix, synonyms }: QueryTerm): boolean {
  const matches = [...exact, ...prefix, ...synonyms];
  return (
    NUMBER.test(clause.text) ||
    matches.every(({ word }) => documentCount(title, word) + documentCount(about, word) === 0)
  );
}

/** Gathers the evidence for a term. @returns its weight */
function gather(corpus: Corpus, term: QueryTerm, boosts: Boosts, evidence: Evidence, tf: Float64Array): number {
  const { leadSectionOf, fields } = corpus;
  const { section, page, texts, leads } = evidence;
  const boostOf = { ...boosts, about: ABOUT_SHARE * boosts.title, defined: 0 };
  const take = (name: IndexedField, ref: number, value: number) => {
    if (value <= 0) return;
    const lead = leadSectionOf[ref] ?? ref;
    leads.add(lead);
    if (name === "content") texts[lead] = (texts[lead] ?? 0) + value;
    if (ref === lead && name !== "content" && name !== "defined") page[lead] = (page[lead] ?? 0) + value;
    else section[ref] = (section[ref] ?? 0) + value;
  };
  const [exactIdf = 0, prefixIdf = 0, synonymsIdf = 0] = matchGroups(term).map((group) => {
    const factor = group.matches === term.prefix && term.exact.length > 0 ? PREFIX_FACTOR : 1;
    return scoreMatches(corpus, group, tf, (name, ref, value, idf) => {
      take(name, ref, (factor * boostOf[name] * value) / idf);
    });
  });
  for (const { word } of term.defined) {
    forEachDocument(fields.defined, word, (ref) => take("defined", ref, DEFINED_SHARE * boosts.title));
  }
  const idf = Math.max(exactIdf, prefixIdf) || synonymsIdf;
  return (synonymsIdf === 0 ? idf : Math.min(idf, synonymsIdf)) ** RARITY;
}

/** Sets a bit for each document with a word. */
function mark(postings: Postings, word: number, bit: number, masks: Int32Array): void {
  forEachDocument(postings, word, (ref) => {
    masks[ref] = (masks[ref] ?? 0) | bit;
  });
}

/**
 * Scores matches as one term with several spellings (BM25 with lunr's formula): their frequencies add up by weight,
 * and the document frequency counts documents with any of them, summed over fields.
 *
 * @param tf scratch space, one number per document, all zero
 * @param onScore receives the score of each field of each document, and the inverse document frequency in it
 * @returns the inverse document frequency; 0 without matches
 */
export function scoreMatches(
  { fields, length, averageLength }: Corpus,
  { fields: searched, matches }: MatchGroup,
  tf: Float64Array,
  onScore: (field: IndexedField, ref: number, score: number, idf: number) => void,
): number {
  if (matches.length === 0) return 0;
  let holding = 0;
  const counted = searched.map((name) => {
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
  for (const { name, refs, counts } of counted) {
    const { lengths } = fields[name];
    refs.forEach((ref, at) => {
      const norm = 1 - BM25_B + BM25_B * ((lengths[ref] ?? 0) / (averageLength[name] || 1));
      const count = counts[at] ?? 0;
      onScore(name, ref, (idf * ((BM25_K1 + 1) * count)) / (BM25_K1 * norm + count), idf);
    });
  }
  return idf;
}
