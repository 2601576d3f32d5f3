import { type Corpus, plainWords } from "./corpus.ts";
import type { Correction } from "./corrections.ts";
import { phraseCheck } from "./phrase.ts";
import type { Clause } from "./query-parser.ts";
import type { QueryTerm, Resolution } from "./query-terms.ts";
import { type Boosts, type Scores, scoreDocuments } from "./scores.ts";

/** A document and its score for a query. */
export interface RankedDocument {
  readonly ref: number;
  readonly score: number;
}

/** The values of a query that documents are compared with; sets of terms are bit masks. */
interface QueryProfile {
  /** Terms that are not prohibited and have matches. */
  readonly terms: number;
  /** The words of the query after corrections, joined by spaces. */
  readonly words: string;
  /** All clauses look like code. */
  readonly isName: boolean;
}

/** Distance between two tiers: more than the words of a query can score. */
const TIER_SCORE = 10_000;
/** A form that occurs only in code: with signs, digits or capital letters inside. */
const CODE_LIKE = /[^\p{L}\s]|\p{Ll}\p{Lu}/u;
/** A definition of a name ranks nearly like a heading; that of a word that may also be prose, like half a heading. */
const DEFINED_NAME_TIER = 3.85;
const DEFINED_WORD_TIER = 3.5;
const MIN_TITLE_WORDS = 3;

/** Ranks the documents that match the terms of a query, best first; equal scores in the order of refs. */
export function rank(
  corpus: Corpus,
  boosts: Boosts,
  clauses: readonly Clause[],
  { terms, corrected }: Resolution,
  limit: number,
): RankedDocument[] {
  if (terms.length === 0) return [];
  const scores = scoreDocuments(corpus, terms, boosts);
  const bits = (test: (clause: Clause, at: number) => boolean) =>
    terms.reduce((mask, { clause }, at) => (test(clause, at) ? mask | (1 << at) : mask), 0);
  const isWanted = ({ presence }: Clause) => presence !== "prohibited";
  const required = bits(({ presence, isPhrase }) => presence === "required" || (isPhrase && presence === "optional"));
  const prohibited = prohibitedMasks(terms);
  const isOnlyProhibited = !terms.some(({ clause }) => isWanted(clause));
  const wanted = {
    terms: bits((clause, at) => isWanted(clause) && (scores.weights[at] ?? 0) > 0),
    words: understoodWords(clauses.filter(isWanted), corrected),
    isName: clauses.every(({ text }) => CODE_LIKE.test(text)),
  };
  const isAnswer = (ref: number) => {
    const held = scores.held[ref] ?? 0;
    if (!isOnlyProhibited && ((held & wanted.terms) === 0 || (held & required) !== required)) return false;
    return prohibited.every((mask) => (held & mask) !== mask);
  };
  const refs = isOnlyProhibited ? corpus.documents.keys() : scores.refs;
  const holdsPhrases = phraseCheck(corpus.documents, clauses);
  const best: RankedDocument[] = [];
  for (const ref of refs) {
    if (!isAnswer(ref)) continue;
    const one = { ref, score: isOnlyProhibited ? 0 : scoreOf(corpus, scores, wanted, ref) };
    const place = best.findIndex((other) => isBetter(one, other));
    // Texts are checked for phrases only where the result is affected.
    if ((place === -1 && best.length === limit) || !holdsPhrases(ref)) continue;
    best.splice(place === -1 ? best.length : place, 0, one);
    best.splice(limit);
  }
  return best;
}

function isBetter(one: RankedDocument, other: RankedDocument): boolean {
  return one.score > other.score || (one.score === other.score && one.ref < other.ref);
}

/** For each prohibited word the mask of the terms that a document must not hold together. */
function prohibitedMasks(terms: readonly QueryTerm[]): number[] {
  const masks = new Map<Clause, number>();
  terms.forEach(({ clause }, at) => {
    if (clause.presence === "prohibited" && !clause.isPhrase) masks.set(clause, (masks.get(clause) ?? 0) | (1 << at));
  });
  return [...masks.values()];
}

/** The words of clauses after corrections, for comparing titles. */
function understoodWords(clauses: readonly Clause[], corrected: readonly Correction[]): string {
  const typed = clauses.map(({ text }) => text).join(" ");
  return plainWords(corrected.reduce((text, { from, to }) => text.replace(from, () => to), typed.toLowerCase()));
}

/** Score of a document: its tier, then its BM25; lower where neither it nor its page's title has all words. */
function scoreOf(
  { leadSectionOf, headingWeight, titleOf }: Corpus,
  scores: Scores,
  wanted: QueryProfile,
  ref: number,
): number {
  const all = wanted.terms;
  const lead = leadSectionOf[ref] ?? ref;
  const held = (scores.held[ref] ?? 0) & all;
  const titled = (scores.titled[ref] ?? 0) & all;
  const defined = (scores.defined[ref] ?? 0) & all;
  const pageTitled = (scores.titled[lead] ?? 0) & all;
  const reached = held | pageTitled;
  const tiers = [
    defined === all ? (wanted.isName ? DEFINED_NAME_TIER : DEFINED_WORD_TIER) : 0,
    titled === 0 ? 0 : titleTier(titleOf(ref), wanted.words, lead === ref, titled === all),
    (titled | defined) !== 0 && (titled | defined | pageTitled) === all ? 2.5 : 0,
    held === all ? 1 : reached === all ? 0.8 : 0,
  ];
  const part = reached === all ? 1 : weightOf(scores.weights, reached) / weightOf(scores.weights, all);
  const bm25 = (scores.score[ref] ?? 0) * part * part * (headingWeight[ref] ?? 1);
  return (all === 0 ? 0 : Math.max(...tiers)) * TIER_SCORE + bm25;
}

/**
 * Tier of a title: the exact title of a page, one that begins with the query, one with all its words; then the same
 * for headings. Among titles with all words the shortest wins. A title of several words may also occur in the query,
 * which is then a question or a pasted error message.
 */
function titleTier(title: string, query: string, isLead: boolean, hasAll: boolean): number {
  if (!hasAll) {
    const isInside = title.split(" ").length >= MIN_TITLE_WORDS && ` ${query} `.includes(` ${title} `);
    return isInside ? 2.8 : 0;
  }
  if (title === query) return isLead ? 9 : 8;
  const closeness = 0.9 * Math.min(1, query.length / (title.length || 1));
  if (title.startsWith(query)) return closeness + (isLead ? 7 : 4);
  return closeness + (isLead ? 6 : 3);
}

function weightOf(weights: readonly number[], terms: number): number {
  return weights.reduce((sum, weight, at) => ((terms & (1 << at)) === 0 ? sum : sum + weight), 0);
}
