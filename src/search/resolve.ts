import type { Correction } from "./answer.ts";
import type { LoadedIndex } from "./packed-index.ts";
import type { PackedNode } from "./packed-node.ts";
import type { Clause } from "./query-parser.ts";
import { FIELDS, type Field } from "./search-index.ts";
import { isStopWord } from "./stem.ts";
import { normalize, type Word, wordsOf } from "./tokens.ts";
import {
  exactTerms,
  prefixTerms,
  relatedTerms,
  similarPrefixes,
  similarTerms,
  type TermHit,
  wildcardTerms,
} from "./trie.ts";

/** The indexed words that one word of a query stands for. */
export interface Unit {
  readonly clause: Clause;
  /** The word itself and its other forms: one term with several spellings. */
  readonly exact: HitsByField;
  /** The longer words of a trailing wildcard: another clause, as lunr has it. */
  readonly longer: HitsByField;
}

export type HitsByField = ReadonlyMap<Field, readonly TermHit[]>;

export interface Resolved {
  readonly units: readonly Unit[];
  readonly corrected: readonly Correction[];
  /** Words that nothing in the index is near to. */
  readonly missing: readonly string[];
}

interface Findings {
  readonly corrected: Correction[];
  readonly missing: string[];
}

/** Hits on another spelling of an identifier, such as its last piece. */
const SPELLING_WEIGHT = 0.8;
const DOT_WEIGHT = 0.2;
/** Hits on other endings of a word that is being typed: too weak to make a title match. */
const OPEN_STEM_WEIGHT = 0.5;
const SINGLE_LETTER = /^[a-z0-9]$/;
const NOTHING: HitsByField = new Map();
/** Shorter beginnings are those of too many words to stand for a word that isn't there. */
const MIN_PREFIX = 3;
const MIN_SIMILAR = 4;
const MIN_SIMILAR_PREFIX = 5;
/** From this length on two typing errors in a word are likely. */
const TWO_EDITS_LENGTH = 8;

interface Scope {
  readonly clause: Clause;
  readonly roots: readonly [Field, PackedNode][];
  /** The word is being typed: it may go on. */
  readonly isOpen: boolean;
}

/** Finds what each word of a query stands for in the index. */
export function resolveClauses({ fields }: LoadedIndex, clauses: readonly Clause[], maxUnits: number): Resolved {
  const findings: Findings = { corrected: [], missing: [] };
  const entries = clauses.map((clause) => ({ clause, words: clause.hasWildcard ? [] : wordsOf(clause.text) }));
  const isWeak = ({ clause, words }: (typeof entries)[number]) =>
    clause.presence === "optional" &&
    clause.field === undefined &&
    !clause.isPhrase &&
    !clause.hasWildcard &&
    words.every(({ term }) => isStopWord(term));
  const strong = entries.filter((entry) => !isWeak(entry));
  const chosen = strong.length > 0 ? strong : entries;
  const units = chosen.flatMap(({ clause, words }) => {
    const names = clause.field === undefined ? FIELDS : [clause.field];
    const roots = names.flatMap((name): [Field, PackedNode][] => {
      const root = fields.get(name)?.root;
      return root === undefined ? [] : [[name, root]];
    });
    if (clause.hasWildcard) return [wildcardUnit({ clause, roots, isOpen: false })];
    return words.flatMap((word, index) => {
      const isOpen = clause.isOpen && index === words.length - 1;
      return resolveWord(word, { clause, roots, isOpen }, findings);
    });
  });
  return { units: units.slice(0, maxUnits), ...findings };
}

function wildcardUnit(scope: Scope): Unit {
  const pattern = normalize(scope.clause.text).replace(/\*+/g, "*");
  const isPrefix = pattern.indexOf("*") === pattern.length - 1 && pattern.length > 1;
  const longer = hitsOf(scope, (root) => {
    return isPrefix ? prefixTerms(root, pattern.slice(0, -1)) : wildcardTerms(root, pattern);
  });
  return { clause: scope.clause, exact: new Map(), longer };
}

function resolveWord(word: Word, scope: Scope, findings: Findings): Unit[] {
  const { clause } = scope;
  if (clause.distance !== undefined && clause.distance > 0) {
    const { distance } = clause;
    return [{ clause, exact: hitsOf(scope, (root) => similarTerms(root, word.term, distance)), longer: new Map() }];
  }
  const known = knownUnit(word, scope);
  if (known !== undefined) return [known];
  const mistyped = word.parts.length > 0 && !clause.isPhrase ? nearIdentifier(word.term, scope) : undefined;
  const parts = mistyped === undefined ? partUnits(word, scope) : undefined;
  if (parts !== undefined) return parts;
  const correction = mistyped ?? (clause.isPhrase ? undefined : correctionOf(word.term, scope));
  if (correction !== undefined) {
    findings.corrected.push({ from: word.term, to: correction });
    const exact = hitsOf(scope, (root) => [...exactTerms(root, correction), ...relatedTerms(root, correction)]);
    return [{ clause, exact, longer: new Map() }];
  }
  if (word.parts.length > 0)
    return word.parts.flatMap((part) => resolveWord(part, partScope(word, part, scope), findings));
  findings.missing.push(word.term);
  return [{ clause, exact: new Map(), longer: new Map() }];
}

/** The units of a word's parts, where all of them are found as they stand. */
function partUnits(word: Word, scope: Scope): Unit[] | undefined {
  if (word.parts.length === 0) return undefined;
  const units = word.parts.map((part) => {
    const own = partScope(word, part, scope);
    const known = knownUnit(part, own);
    return known === undefined ? partUnits(part, own) : [known];
  });
  return units.every((one) => one !== undefined) ? units.flat() : undefined;
}

/** Of the parts of a word that is being typed only the last may go on. */
function partScope({ parts }: Word, part: Word, scope: Scope): Scope {
  return { ...scope, isOpen: scope.isOpen && part === parts.at(-1) };
}

/** What is indexed of a word as it stands; undefined where nothing is. */
function knownUnit(word: Word, scope: Scope): Unit | undefined {
  const { clause, isOpen } = scope;
  const unit = (exact: HitsByField, longer: HitsByField) => {
    return exact.size > 0 || longer.size > 0 ? { clause, exact, longer } : undefined;
  };
  const exactOf = (term: string) => hitsOf(scope, (root) => exactTerms(root, term));
  const longerOf = (term: string) => (isOpen ? beginningsOf(term, scope) : NOTHING);
  const { signed, term } = word;
  const signedUnit = signed === undefined ? undefined : unit(exactOf(signed), longerOf(signed));
  if (signedUnit !== undefined) return { ...signedUnit, exact: union(signedUnit.exact, withoutSign(word, scope)) };
  const typed = exactOf(term);
  if (clause.isPhrase) return unit(typed, longerOf(term));
  const related = hitsOf(scope, (root) => relatedTerms(root, term));
  // A word that is being typed isn't stemmed; one that is complete already has its other forms, for less.
  const weaker = isOpen ? (typed.size > 0 ? scaled(related, OPEN_STEM_WEIGHT) : NOTHING) : related;
  const own = unit(union(typed, weaker), longerOf(term));
  if (own !== undefined) {
    const { exact, longer } = spellings(word, scope);
    return { clause, exact: union(own.exact, exact), longer: union(own.longer, longer) };
  }
  if (related.size > 0) return unit(related, NOTHING);
  const beginnings = term.length >= MIN_PREFIX ? hitsOf(scope, (root) => prefixTerms(root, term)) : NOTHING;
  if (beginnings.size > 0) return unit(NOTHING, beginnings);
  const others = spellings(word, scope);
  return unit(others.exact, others.longer);
}

/** Words that begin so. Too many begin with a single letter to read the texts for it, where titles have some. */
function beginningsOf(term: string, scope: Scope): HitsByField {
  const titles = scope.roots.filter(([field]) => field === "title");
  const find = (root: PackedNode) => prefixTerms(root, term);
  const titled = SINGLE_LETTER.test(term) ? hitsOf({ ...scope, roots: titles }, find) : NOTHING;
  return titled.size > 0 ? titled : hitsOf(scope, find);
}

/** The word behind a sign: that of `!merges` is its meaning, that of `.numbers` may be another word. */
function withoutSign({ signed = "", term }: Word, scope: Scope): HitsByField {
  if (!signed.startsWith("!"))
    return scaled(
      hitsOf(scope, (root) => exactTerms(root, term)),
      DOT_WEIGHT,
    );
  const hits = hitsOf(scope, (root) => [...exactTerms(root, term), ...relatedTerms(root, term)]);
  return scaled(hits, SPELLING_WEIGHT);
}

/** Other ways to write an identifier: `utils.sheet_to_csv` as `sheet_to_csv`, `node.js` as `nodejs`. */
function spellings({ term, parts }: Word, scope: Scope): Pick<Unit, "exact" | "longer"> {
  const last = parts.at(-1);
  const piece = last !== undefined && last.parts.length > 0 ? last.term : undefined;
  const joined = term.replace(/[-./:_]/g, "");
  const others = [...(piece === undefined ? [] : [piece]), ...(joined === term ? [] : [joined])];
  const exact = hitsOf(scope, (root) => others.flatMap((other) => exactTerms(root, other)));
  const longer = piece === undefined || !scope.isOpen ? NOTHING : hitsOf(scope, (root) => prefixTerms(root, piece));
  return { exact: scaled(exact, SPELLING_WEIGHT), longer: scaled(longer, SPELLING_WEIGHT) };
}

/** The indexed word that was most likely meant; undefined where none is near. */
function correctionOf(term: string, scope: Scope): string | undefined {
  if (term.length < MIN_SIMILAR) return undefined;
  const distances = term.length >= TWO_EDITS_LENGTH ? [1, 2] : [1];
  for (const distance of distances) {
    const best = bestOf(
      term,
      scope.roots.map(([field, root]) => [field, similarTerms(root, term, distance)]),
    );
    if (best !== undefined) return best;
  }
  if (!scope.isOpen || term.length < MIN_SIMILAR_PREFIX) return undefined;
  return bestOf(
    term,
    scope.roots.map(([field, root]) => [field, similarPrefixes(root, term, 1)]),
  );
}

/** A long identifier with one error is that identifier, even where its parts are words of their own. */
function nearIdentifier(term: string, scope: Scope): string | undefined {
  if (term.length < TWO_EDITS_LENGTH) return undefined;
  return bestOf(
    term,
    scope.roots.map(([field, root]) => [field, similarTerms(root, term, 1)]),
  );
}

/** Of similar words the nearest that begins as it was typed and stands in titles or in most documents. */
function bestOf(term: string, found: readonly (readonly [Field, readonly TermHit[]])[]): string | undefined {
  const scores = new Map<string, number>();
  for (const [field, hits] of found) {
    for (const { term: other, node, weight } of hits) {
      const begins = other[0] === term[0] ? 2 : 1;
      const score = weight * begins * Math.log1p(node.df * (field === "title" ? 20 : 1));
      scores.set(other, (scores.get(other) ?? 0) + score);
    }
  }
  return [...scores].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0];
}

function hitsOf({ roots }: Scope, find: (root: PackedNode) => TermHit[]): HitsByField {
  const found = roots.map(([field, root]) => [field, find(root)] as const);
  return new Map(found.filter(([, hits]) => hits.length > 0));
}

function union(one: HitsByField, other: HitsByField): HitsByField {
  const fields = [...new Set([...one.keys(), ...other.keys()])];
  return new Map(
    fields.map((field) => {
      const own = one.get(field) ?? [];
      const known = new Set(own.map(({ term }) => term));
      return [field, [...own, ...(other.get(field) ?? []).filter(({ term }) => !known.has(term))]];
    }),
  );
}

function scaled(hits: HitsByField, factor: number): HitsByField {
  return new Map([...hits].map(([field, own]) => [field, own.map((hit) => ({ ...hit, weight: hit.weight * factor }))]));
}
