import { type HitsByField, hitsOf, NOTHING, type Scope, scaled, union } from "./hits.ts";
import type { LoadedField } from "./load-index.ts";
import { stem } from "./stem.ts";
import type { Word } from "./tokens.ts";
import { exactTerms, prefixTerms, relatedTerms, type TermHit } from "./trie.ts";

/** What is indexed of a word. */
export interface Found {
  /** The word itself and its other forms: one term with several spellings. */
  readonly exact: HitsByField;
  /** The longer words of a trailing wildcard: another clause, as lunr has it. */
  readonly longer: HitsByField;
  /** Words of the same meaning: another clause too. */
  readonly akin: HitsByField;
  /** Where it is a name that is explained there. */
  readonly defined: readonly TermHit[];
}

/** Hits on another spelling of an identifier, such as its last piece. */
const SPELLING_WEIGHT = 0.8;
/** Hits on another word: just enough to make a title match. */
const SYNONYM_WEIGHT = 0.6;
const DOT_WEIGHT = 0.2;
/** Hits on other endings of a word that is being typed: too weak to make a title match. */
const OPEN_STEM_WEIGHT = 0.5;
const SINGLE_LETTER = /^[a-z0-9]$/;
/** Shorter beginnings are those of too many words to stand for a word that isn't there. */
const MIN_PREFIX = 3;
/** How much of a name must have been typed for what explains it. */
const MIN_TYPED = 0.6;

/** What is indexed of a word as it stands; undefined where nothing is. */
export function knownWord(word: Word, scope: Scope): Found | undefined {
  const hits = hitsOnWord(word, scope);
  const akin = synonymHits(word, scope);
  if (hits === undefined && akin.size === 0) return undefined;
  return { exact: NOTHING, longer: NOTHING, ...hits, akin, defined: definitions(word, scope) };
}

type Hits = Pick<Found, "exact" | "longer">;

function hitsOnWord(word: Word, scope: Scope): Hits | undefined {
  const { clause, isOpen } = scope;
  const exactOf = (term: string) => hitsOf(scope, (field) => exactTerms(field, term));
  const longerOf = (term: string) => (isOpen ? beginningsOf(term, scope) : NOTHING);
  const { signed, term } = word;
  const withSign = signed === undefined ? undefined : found(exactOf(signed), longerOf(signed));
  if (withSign !== undefined) return { ...withSign, exact: union(withSign.exact, withoutSign(word, scope)) };
  const typed = exactOf(term);
  if (clause.isPhrase) return found(typed, longerOf(term));
  const related = hitsOf(scope, (field) => relatedTerms(field, term));
  // A word that is being typed isn't stemmed; one that is complete already has its other forms, for less.
  const weaker = isOpen ? (typed.size > 0 ? scaled(related, OPEN_STEM_WEIGHT) : NOTHING) : related;
  const own = found(union(typed, weaker), longerOf(term));
  if (own !== undefined) {
    const { exact, longer } = spellings(word, scope);
    return { exact: union(own.exact, exact), longer: union(own.longer, longer) };
  }
  if (related.size > 0) return found(related, NOTHING);
  const beginnings = term.length >= MIN_PREFIX ? hitsOf(scope, (field) => prefixTerms(field, term)) : NOTHING;
  if (beginnings.size > 0) return found(NOTHING, beginnings);
  const others = spellings(word, scope);
  return found(others.exact, others.longer);
}

function found(exact: HitsByField, longer: HitsByField): Hits | undefined {
  return exact.size > 0 || longer.size > 0 ? { exact, longer } : undefined;
}

/** Words of the same meaning with their other forms; in quotes a word means itself. */
function synonymHits({ term }: Word, scope: Scope): HitsByField {
  const others = scope.clause.isPhrase ? undefined : scope.synonyms.get(stem(term));
  if (others === undefined) return NOTHING;
  const hits = hitsOf(scope, (field) => {
    return others.flatMap((other) => [...exactTerms(field, other), ...relatedTerms(field, other)]);
  });
  return scaled(hits, SYNONYM_WEIGHT);
}

/** Where a name is explained; one that is being typed, as soon as most of it is there. */
function definitions({ term, signed = term }: Word, { definitions, isOpen }: Scope): TermHit[] {
  if (definitions === undefined) return [];
  const find = (name: string) => {
    return isOpen
      ? prefixTerms(definitions, name).filter(({ weight }) => weight >= MIN_TYPED)
      : exactTerms(definitions, name);
  };
  const hits = find(signed);
  return hits.length > 0 || signed === term ? hits : find(term);
}

/** Words that begin so. Too many begin with a single letter to read the texts for it, where titles have some. */
function beginningsOf(term: string, scope: Scope): HitsByField {
  const titles = scope.fields.filter(([name]) => name === "title");
  const find = (field: LoadedField) => prefixTerms(field, term);
  const titled = SINGLE_LETTER.test(term) ? hitsOf({ fields: titles }, find) : NOTHING;
  return titled.size > 0 ? titled : hitsOf(scope, find);
}

/** The word behind a sign: that of `!merges` is its meaning, that of `.numbers` may be another word. */
function withoutSign({ signed = "", term }: Word, scope: Scope): HitsByField {
  const exact = hitsOf(scope, (field) => exactTerms(field, term));
  if (!signed.startsWith("!")) return scaled(exact, DOT_WEIGHT);
  const related = hitsOf(scope, (field) => relatedTerms(field, term));
  return scaled(union(exact, related), SPELLING_WEIGHT);
}

/** Other ways to write an identifier: `utils.sheet_to_csv` as `sheet_to_csv`, `node.js` as `nodejs`. */
function spellings({ term, parts }: Word, scope: Scope): Hits {
  const last = parts.at(-1);
  const piece = last !== undefined && last.parts.length > 0 ? last.term : undefined;
  const joined = term.replace(/[-./:_]/g, "");
  const others = [...(piece === undefined ? [] : [piece]), ...(joined === term ? [] : [joined])];
  const exact = hitsOf(scope, (field) => others.flatMap((other) => exactTerms(field, other)));
  const longer = piece === undefined || !scope.isOpen ? NOTHING : hitsOf(scope, (field) => prefixTerms(field, piece));
  return { exact: scaled(exact, SPELLING_WEIGHT), longer: scaled(longer, SPELLING_WEIGHT) };
}
