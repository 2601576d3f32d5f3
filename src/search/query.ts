import type { Answer, SearchResult } from "./answer.ts";
import type { SearchDocument } from "./documents.ts";
import { type LoadedIndex, loadIndex } from "./packed-index.ts";
import { holdsPhrase } from "./phrase.ts";
import { type Clause, parseQuery } from "./query-parser.ts";
import { type Boosts, type Scores, scoreDocuments } from "./ranking.ts";
import { type Resolved, resolveClauses, type Unit } from "./resolve.ts";
import type { SearchIndexFile } from "./search-index.ts";
import { marksOf, teaserOf } from "./teaser.ts";
import { tierOf } from "./tiers.ts";
import { wordsOf } from "./tokens.ts";

export type { Boosts } from "./ranking.ts";

/** An index ready to be asked. */
export interface Searcher {
  /** Answers a query, with at most `limit` results. Never throws, whatever the query. */
  readonly search: (query: string, limit: number) => Answer;
}

/** What lies between two tiers: more than the words of a query can score. */
const TIER_SCORE = 10_000;
/** Texts that are read for a phrase before the search gives up: a bound on the work for one key. */
const MAX_PHRASE_CHECKS = 2000;
/** Words of one query that are looked up: a bit for each in 31. */
const MAX_UNITS = 31;

/** How much a corrected word takes from the scores. */
const CORRECTED_TRUST = 0.9;

/** A heading on so many pages tells nothing of what stands under it. */
const COMMON_HEADING = 8;
const COMMON_HEADING_SHARE = 0.7;

interface Library {
  readonly index: LoadedIndex;
  readonly documents: readonly SearchDocument[];
  /** For each document the number of its page's lead. */
  readonly leads: Int32Array;
  readonly titleOf: (id: number) => string;
  /** How much a document counts: less under a heading that many pages have, such as "See also". */
  readonly shareOf: (id: number) => number;
}

/** Loads an index file. @throws where it isn't one */
export function createSearcher(file: SearchIndexFile, boosts: Boosts): Searcher {
  const documents = file.documents;
  const titles: (string | undefined)[] = [];
  const library: Library = {
    index: loadIndex(file.index),
    documents,
    leads: leadsOf(documents),
    shareOf: sharesOf(documents),
    titleOf: (id) => (titles[id] ??= plainWords(documents[id]?.title ?? "")),
  };
  return { search: (query, limit) => search(library, boosts, query, limit) };
}

function search(library: Library, boosts: Boosts, query: string, limit: number): Answer {
  const { clauses, error } = parseQuery(query);
  const resolved = resolveClauses(library.index, clauses, MAX_UNITS);
  const { units, corrected, missing } = resolved;
  // What was guessed, or answers only some of the words, stands behind what another index knows better.
  const trust = (CORRECTED_TRUST ** corrected.length * (units.length - missing.length)) / (units.length || 1);
  const best = rank(library, boosts, clauses, resolved, limit);
  const results = best.map(({ id, score }) => resultOf(library, units, id, score * trust));
  return {
    results,
    ...(corrected.length > 0 && { corrected: [...corrected] }),
    ...(missing.length > 0 && { missing: [...missing] }),
    ...(error !== undefined && { error }),
  };
}

interface Ranked {
  readonly id: number;
  readonly score: number;
}

function rank(
  library: Library,
  boosts: Boosts,
  clauses: readonly Clause[],
  { units }: Resolved,
  limit: number,
): Ranked[] {
  const { index, documents, leads } = library;
  if (units.length === 0) return [];
  const scores = scoreDocuments(index, units, boosts, leads);
  const query = plainWords(
    clauses
      .filter(({ presence }) => presence !== "prohibited")
      .map(({ text }) => text)
      .join(" "),
  );
  const bits = (test: (unit: Unit, at: number) => boolean) =>
    units.reduce((mask, unit, at) => (test(unit, at) ? mask | (1 << at) : mask), 0) >>> 0;
  const isWanted = ({ clause }: Unit) => clause.presence !== "prohibited";
  const wanted = bits((unit, at) => isWanted(unit) && (scores.weights[at] ?? 0) > 0);
  const required = bits(
    ({ clause }) => clause.presence === "required" || (clause.isPhrase && clause.presence === "optional"),
  );
  const banned = bannedMasks(units);
  const check = phraseCheck(documents, clauses);
  const isOnlyBanned = !units.some(isWanted);
  const best: Ranked[] = [];
  for (let id = 0; id < documents.length; id++) {
    const held = scores.held[id] ?? 0;
    if (!isOnlyBanned && ((held & wanted) === 0 || (held & required) >>> 0 !== required)) continue;
    if (banned.some((mask) => (held & mask) >>> 0 === mask)) continue;
    const score = isOnlyBanned ? 0 : scoreOf(library, scores, id, wanted, query);
    if (best.length === limit && score <= (best.at(-1)?.score ?? 0)) continue;
    if (!check(id)) continue;
    best.splice(best.findIndex((other) => other.score < score) >>> 0, 0, { id, score });
    best.length = Math.min(best.length, limit);
  }
  return best;
}

function scoreOf(library: Library, scores: Scores, id: number, wanted: number, query: string): number {
  const { leads, titleOf, shareOf } = library;
  const lead = leads[id] ?? id;
  const held = ((scores.held[id] ?? 0) & wanted) >>> 0;
  const titled = ((scores.titled[id] ?? 0) & wanted) >>> 0;
  const pageTitled = ((scores.titled[lead] ?? 0) & wanted) >>> 0;
  const title = titled === 0 ? "" : titleOf(id);
  const tier = tierOf({ isLead: lead === id, title, query, all: wanted, held, titled, pageTitled });
  const all = weightOf(scores.weights, wanted);
  const part = all === 0 ? 1 : weightOf(scores.weights, held | pageTitled) / all;
  return tier * TIER_SCORE + (scores.score[id] ?? 0) * part * part * shareOf(id);
}

function weightOf(weights: readonly number[], mask: number): number {
  let sum = 0;
  for (let at = 0; at < weights.length; at++) if ((mask & (1 << at)) !== 0) sum += weights[at] ?? 0;
  return sum;
}

/** For each prohibited word the bits that a document must not hold together. */
function bannedMasks(units: readonly Unit[]): number[] {
  const masks = new Map<Clause, number>();
  units.forEach(({ clause }, at) => {
    if (clause.presence === "prohibited" && !clause.isPhrase)
      masks.set(clause, ((masks.get(clause) ?? 0) | (1 << at)) >>> 0);
  });
  return [...masks.values()];
}

/** Makes the test whether a document holds the query's phrases, and none of those that it must not. */
function phraseCheck(documents: readonly SearchDocument[], clauses: readonly Clause[]): (id: number) => boolean {
  const phrases = clauses.filter(({ isPhrase, text }) => isPhrase && wordsOf(text).length > 0);
  let checks = 0;
  return (id) => {
    if (phrases.length === 0) return true;
    const document = documents[id];
    if (document === undefined || checks++ >= MAX_PHRASE_CHECKS) return false;
    const texts = {
      title: [document.title],
      content: [document.content],
      tags: document.tags,
      parents: document.sidebarParentCategories,
    };
    return phrases.every(({ text, field, presence, isOpen }) => {
      const where = field === undefined ? Object.values(texts).flat() : texts[field];
      return where.some((one) => holdsPhrase(one, text, isOpen)) === (presence !== "prohibited");
    });
  };
}

function resultOf({ documents }: Library, units: readonly Unit[], id: number, score: number): SearchResult {
  const document = documents[id] as SearchDocument;
  const terms = new Set(
    units.flatMap(({ clause, exact, longer }) => {
      if (clause.presence === "prohibited") return [];
      return [exact, longer].flatMap((hits) =>
        [...hits.values()]
          .flat()
          .filter(({ node }) => node.has(id))
          .map(({ term }) => term),
      );
    }),
  );
  return {
    document,
    score,
    terms: [...terms],
    teaser: teaserOf(document.content, terms),
    titleMarks: marksOf(document.title, terms),
  };
}

function leadsOf(documents: readonly SearchDocument[]): Int32Array {
  const byRoute = new Map(documents.map(({ sectionRoute, id }) => [sectionRoute, id]));
  return Int32Array.from(documents, ({ sectionRoute, id }) => byRoute.get(sectionRoute.split("#")[0] ?? "") ?? id);
}

function sharesOf(documents: readonly SearchDocument[]): (id: number) => number {
  const counts = new Map<string, number>();
  for (const { title } of documents) counts.set(title, (counts.get(title) ?? 0) + 1);
  return (id) => ((counts.get(documents[id]?.title ?? "") ?? 0) >= COMMON_HEADING ? COMMON_HEADING_SHARE : 1);
}

/** A text as its words with single spaces between them, for comparing titles. */
function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
}
