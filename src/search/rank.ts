import type { Correction } from "./answer.ts";
import type { Library } from "./library.ts";
import { plainWords } from "./library.ts";
import { phraseCheck } from "./phrase.ts";
import type { Clause } from "./query-parser.ts";
import { type Boosts, type Scores, scoreDocuments } from "./ranking.ts";
import type { Resolved, Unit } from "./resolve.ts";
import { tierOf } from "./tiers.ts";

/** A document's number and how well it answers. */
export interface Ranked {
  readonly id: number;
  readonly score: number;
}

/** What lies between two tiers: more than the words of a query can score. */
const TIER_SCORE = 10_000;
/** What nobody writes but in code: with signs, digits or capital letters inside. */
const NAME = /[^\p{L}\s]|\p{Ll}\p{Lu}/u;

/** Gives the documents that answer the words of a query best, best first; those that are equal in their own order. */
export function rank(
  library: Library,
  boosts: Boosts,
  clauses: readonly Clause[],
  { units, corrected }: Pick<Resolved, "units" | "corrected">,
  limit: number,
): Ranked[] {
  const { index, documents, leads } = library;
  if (units.length === 0) return [];
  const scores = scoreDocuments(index, units, boosts, leads);
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
  const scoreOf = scorer(library, scores, wanted, clauses, corrected);
  const best: Ranked[] = [];
  const found: Ranked[] = [];
  const consider = (id: number) => {
    const held = scores.held[id] ?? 0;
    if (!isOnlyBanned && ((held & wanted) === 0 || (held & required) >>> 0 !== required)) return;
    if (banned.some((mask) => (held & mask) >>> 0 === mask)) return;
    const one = { id, score: isOnlyBanned ? 0 : scoreOf(id) };
    if (check !== undefined) return void found.push(one);
    const last = best.at(-1);
    if (best.length === limit && last !== undefined && isBetter(last, one)) return;
    best.splice(best.findIndex((other) => isBetter(one, other)) >>> 0, 0, one);
    best.length = Math.min(best.length, limit);
  };
  if (isOnlyBanned) for (let id = 0; id < documents.length; id++) consider(id);
  else for (const id of scores.refs) consider(id);
  // Texts are read for phrases from the best on, until there are enough.
  for (const one of found.sort((a, b) => (isBetter(a, b) ? -1 : 1))) {
    if (best.length === limit) break;
    if (check?.(one.id)) best.push(one);
  }
  return best;
}

function isBetter(one: Ranked, other: Ranked): boolean {
  return one.score > other.score || (one.score === other.score && one.id < other.id);
}

/** The words that are asked for as they were understood, for comparing titles. */
function queryWords(clauses: readonly Clause[], corrected: readonly Correction[]): string {
  const wanted = clauses.filter(({ presence }) => presence !== "prohibited");
  const typed = wanted.map(({ text }) => text).join(" ");
  return plainWords(corrected.reduce((text, { from, to }) => text.replace(from, () => to), typed.toLowerCase()));
}

/** Makes the function that scores a document. @param wanted bits of the words that are asked for and found anywhere */
function scorer(
  { leads, titleOf, shares }: Library,
  scores: Scores,
  wanted: number,
  clauses: readonly Clause[],
  corrected: readonly Correction[],
): (id: number) => number {
  const all = weightOf(scores.weights, wanted);
  const query = queryWords(clauses, corrected);
  const isName = clauses.every(({ text }) => NAME.test(text));
  return (id) => {
    const lead = leads[id] ?? id;
    const held = ((scores.held[id] ?? 0) & wanted) >>> 0;
    const titled = ((scores.titled[id] ?? 0) & wanted) >>> 0;
    const pageTitled = ((scores.titled[lead] ?? 0) & wanted) >>> 0;
    const defined = ((scores.defined[id] ?? 0) & wanted) >>> 0;
    const title = titled === 0 ? "" : titleOf(id);
    const tier = tierOf({ isLead: lead === id, title, query, isName, all: wanted, held, titled, pageTitled, defined });
    const mask = (held | pageTitled) >>> 0;
    const part = all === 0 || mask === wanted ? 1 : weightOf(scores.weights, mask) / all;
    return tier * TIER_SCORE + (scores.score[id] ?? 0) * part * part * (shares[id] ?? 1);
  };
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
