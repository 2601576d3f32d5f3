import { type Corpus, isWording, MIN_WORDING, plainWords } from "./corpus.ts";
import type { Correction } from "./corrections.ts";
import { type Side, sidesOf } from "./language.ts";
import { createNaming } from "./name-scores.ts";
import { createNearness } from "./nearness.ts";
import { phraseCheck } from "./phrase.ts";
import type { Clause } from "./query-parser.ts";
import type { QueryTerm, Resolution } from "./query-terms.ts";
import { type Boosts, type Scores, scoreDocuments } from "./scores.ts";
import { normalize } from "./tokens.ts";

/** A document and its score for a query. */
export interface RankedDocument {
  readonly ref: number;
  readonly score: number;
}

/** What documents are compared with; sets of terms are bit masks. */
interface QueryProfile {
  /** Terms that are not prohibited and have matches. */
  readonly terms: number;
  /** Sum of the weights of those terms. */
  readonly weight: number;
  /** The words of the query after corrections, joined by spaces. */
  readonly words: string;
  /** Share of the query that a document or the names of its page hold, by ref. */
  readonly answered: (ref: number) => number;
  /** Score by names, by ref: how well one of a document's names equals the query. */
  readonly naming: (ref: number) => number;
}

/** Number of documents per result whose texts are read for the proximity of words. */
const READ_PER_RESULT = 6;
/** Factor of the score of a section, for each better one of its page. */
const REPEATED = 0.7;
/** A section with this share of its page's score takes the page's position: it leads closer to the answer. */
const EXACT_SHARE = 0.9;
/** Share of the score of the next section with all words of the query that the best one of a page gets. */
const BACKED = 0.25;
/** Score of a document that defines all words of the query. */
const DEFINITION = 0.4;
/** Score of a name that begins with the query, or the query with it. */
const BEGINNING = 0.1;
/** Score of a page whose title is the query itself, word by word. */
const EQUAL = 0.5;
/**
 * Score of a title of several words within a longer query, such as a pasted error message, or of such a query within a
 * title; by the share of the longer text.
 */
const INSIDE = 0.5;
/** Penalty exponent for a document that matches only part of the query. */
const PART_ANSWERED = 0.8;

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
  const wanted = bits((clause, at) => isWanted(clause) && (scores.weights[at] ?? 0) > 0);
  const weight = weightOf(scores.weights, wanted) || 1;
  const profile = {
    terms: wanted,
    weight,
    words: understoodWords(clauses.filter(isWanted), corrected),
    answered: (ref: number) => {
      const held = (scores.held[ref] ?? 0) | (scores.titled[corpus.leadSectionOf[ref] ?? ref] ?? 0);
      return weightOf(scores.weights, held & wanted) / weight;
    },
    naming: createNaming(
      corpus,
      terms,
      scores.weights.map((weight, at) => ((wanted & (1 << at)) === 0 ? 0 : weight)),
      sidesOfTerms(corpus, clauses, terms),
    ),
  };
  const isAnswer = (ref: number) => {
    const held = scores.held[ref] ?? 0;
    if (!isOnlyProhibited && ((held & wanted) === 0 || (held & required) !== required)) return false;
    return prohibited.every((mask) => (held & mask) !== mask);
  };
  const refs = isOnlyProhibited ? [...corpus.documents.keys()] : scores.refs;
  const ranked = refs.filter(isAnswer).map((ref) => {
    return { ref, score: isOnlyProhibited ? 0 : (corpus.pageWeight[ref] ?? 1) * scoreOf(corpus, scores, profile, ref) };
  });
  ranked.sort(byScore);
  // Texts are read only if their score can change the shown results.
  const nearness = createNearness(corpus, profile.words);
  const holdsPhrases = phraseCheck(corpus, clauses);
  const read = limit * READ_PER_RESULT;
  const first = ranked.slice(0, read).filter(({ ref }) => holdsPhrases(ref));
  const best = spreadPages(
    corpus,
    first.map(({ ref, score }) => ({ ref, score: score + nearness(ref) })),
    (ref) => profile.answered(ref) === 1,
  );
  for (let at = read; at < ranked.length && best.length < limit; at++) {
    const document = ranked[at];
    if (document !== undefined && holdsPhrases(document.ref)) best.push(document);
  }
  return best.slice(0, limit);
}

function byScore(a: RankedDocument, b: RankedDocument): number {
  return b.score - a.score || a.ref - b.ref;
}

/**
 * Sorts documents so that several sections of a page don't hide other pages: each section lowers the scores of the next
 * ones. If the best section is nearly as good as its page, the two change positions. A page with all words of the query
 * in several sections is about it, which raises its best one.
 */
function spreadPages(
  { leadSectionOf }: Corpus,
  documents: readonly RankedDocument[],
  isWhole: (ref: number) => boolean,
): RankedDocument[] {
  const lowered: RankedDocument[] = [];
  const pages = new Map<number, { readonly best: number; readonly count: number; readonly isBacked: boolean }>();
  for (const { ref, score } of [...documents].sort(byScore)) {
    const lead = leadSectionOf[ref] ?? ref;
    const { best, count, isBacked } = pages.get(lead) ?? { best: lowered.length, count: 0, isBacked: false };
    const first = lowered[best];
    const isExact = count === 1 && first?.ref === lead && score >= EXACT_SHARE * first.score;
    const backing = isBacked || !isWhole(ref) ? 0 : BACKED * score;
    if (first !== undefined) lowered[best] = { ref: isExact ? ref : first.ref, score: first.score + backing };
    lowered.push({ ref: isExact ? lead : ref, score: score * REPEATED ** count });
    pages.set(lead, { best, count: count + 1, isBacked: isBacked || (count > 0 && backing > 0) });
  }
  return lowered.sort(byScore);
}

/** For each prohibited word, the mask of its terms: a document must not contain all of them. */
function prohibitedMasks(terms: readonly QueryTerm[]): number[] {
  const masks = new Map<Clause, number>();
  terms.forEach(({ clause }, at) => {
    if (clause.presence === "prohibited" && !clause.isPhrase) masks.set(clause, (masks.get(clause) ?? 0) | (1 << at));
  });
  return [...masks.values()];
}

/** The side of each term, in a query with a direction. */
function sidesOfTerms(
  { language }: Corpus,
  clauses: readonly Clause[],
  terms: readonly QueryTerm[],
): (Side | undefined)[] | undefined {
  const sides = sidesOf(
    clauses.map(({ text }) => normalize(text)),
    language,
  );
  return sides && terms.map(({ clause }) => sides[clauses.indexOf(clause)]);
}

/** The words of clauses after corrections, for comparing titles. */
function understoodWords(clauses: readonly Clause[], corrected: readonly Correction[]): string {
  const typed = clauses.map(({ text }) => text).join(" ");
  return plainWords(corrected.reduce((text, { from, to }) => text.replace(from, () => to), typed.toLowerCase()));
}

/** Score of a document: its evidence for the terms of the query, plus that of its names and definitions. */
function scoreOf(corpus: Corpus, scores: Scores, profile: QueryProfile, ref: number): number {
  const { terms, weight, words, answered, naming } = profile;
  const lead = corpus.leadSectionOf[ref] ?? ref;
  const evidence =
    ((scores.score[ref] ?? 0) / weight) * answered(ref) ** PART_ANSWERED * (corpus.headingWeight[ref] ?? 1);
  const definition = ((scores.defined[ref] ?? 0) & terms) === terms && terms !== 0 ? DEFINITION : 0;
  const named = (scores.titled[ref] ?? 0) | (scores.titled[lead] ?? 0);
  if ((named & terms) === 0) return evidence + definition;
  const equal = ref === lead && corpus.wordingsOf(ref)[0] === words ? EQUAL : 0;
  return evidence + equal + Math.max(naming(ref) + wordingScore(corpus.wordingsOf(ref), words), definition);
}

/** Score of names that contain the words of the query in the same order. */
function wordingScore([title = "", ...others]: readonly string[], query: string): number {
  if (query === "") return 0;
  // A pasted error message differs from a title in its names.
  const ofTitle = wordingOf(title, query, sharedWords(title, query));
  return others.reduce((most, name) => Math.max(most, wordingOf(name, query)), ofTitle);
}

/** @param shared number of characters that both texts share, which counts if neither is inside the other */
function wordingOf(name: string, query: string, shared = 0): number {
  const [shorter, longer] = name.length < query.length ? [name, query] : [query, name];
  if (!longer.includes(shorter)) return (INSIDE * shared) / longer.length;
  const begins = longer.startsWith(shorter) ? BEGINNING : 0;
  const isInside = ` ${longer} `.includes(` ${shorter} `) && isWording(shorter);
  return begins + (INSIDE * (isInside ? shorter.length : shared)) / longer.length;
}

/** Number of characters of the longest run of several words in both texts. */
function sharedWords(text: string, other: string): number {
  const words = text.split(" ");
  let most = 0;
  if (words.length < MIN_WORDING) return most;
  const around = ` ${other} `;
  for (let first = 0; first + MIN_WORDING <= words.length; first++) {
    for (let end = first + MIN_WORDING; end <= words.length; end++) {
      const run = words.slice(first, end).join(" ");
      if (!around.includes(` ${run} `)) break;
      most = Math.max(most, run.length);
    }
  }
  return most;
}

function weightOf(weights: readonly number[], terms: number): number {
  return weights.reduce((sum, weight, at) => ((terms & (1 << at)) === 0 ? sum : sum + weight), 0);
}
