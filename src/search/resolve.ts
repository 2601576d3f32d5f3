import type { Correction } from "./answer.ts";
import { correctionOf, nearIdentifier, wordsInOne } from "./correct.ts";
import { hitsOf, NOTHING, type Scope, union } from "./hits.ts";
import { type Found, knownWord } from "./known-word.ts";
import type { LoadedField, LoadedIndex } from "./load-index.ts";
import { DEFINED, FIELDS, type Field } from "./packed-index.ts";
import type { Clause } from "./query-parser.ts";
import { isStopWord } from "./stem.ts";
import { normalize, type Word, wordsOf } from "./tokens.ts";
import { exactTerms, prefixTerms, relatedTerms, similarTerms, wildcardTerms } from "./trie.ts";

/** One word of a query with the indexed words that it stands for. */
export interface Unit extends Found {
  readonly clause: Clause;
}

export interface Resolved {
  readonly units: readonly Unit[];
  readonly corrected: readonly Correction[];
  /** Words that nothing in the index is near to. */
  readonly missing: readonly string[];
}

/** Words of a query that begin with `*`: each is compared with all words of the index. */
const MAX_WILDCARDS = 3;
/** Words of a query for which near ones are sought: nobody mistypes more. */
const MAX_GUESSES = 8;

const NOT_FOUND: Found = { exact: NOTHING, longer: NOTHING, akin: NOTHING, defined: [] };

/** What one clause came to. */
interface Reading {
  readonly units: readonly Unit[];
  readonly corrected?: Correction;
  readonly missing?: string;
}

/** Finds what each word of a query stands for in the index. */
export function resolveClauses(
  { fields, synonyms }: LoadedIndex,
  clauses: readonly Clause[],
  maxUnits: number,
): Resolved {
  const entries = clauses.map((clause) => ({
    clause,
    words: clause.hasWildcard ? [] : wordsOf(clause.text),
  }));
  const strong = entries.filter((entry) => !isWeak(entry));
  const chosen = strong.length > 0 ? strong : entries;
  const readings: Reading[] = [];
  const known = new Map<string, readonly Reading[]>();
  let units = 0;
  let wildcards = 0;
  let guesses = 0;
  /** What is said again is not looked for again. */
  const once = (name: string, read: () => readonly Reading[]) => {
    const found = known.get(name) ?? read();
    if (!known.has(name)) guesses += found.filter(isGuess).length;
    known.set(name, found);
    readings.push(...found);
    units += found.reduce((sum, reading) => sum + reading.units.length, 0);
  };
  for (const { clause, words } of chosen) {
    const { start, end, text, isOpen, ...signs } = clause;
    const said = JSON.stringify(signs);
    const names = clause.field === undefined ? FIELDS : [clause.field];
    const searched = names.flatMap((name): [Field, LoadedField][] => {
      const field = fields.get(name);
      return field === undefined ? [] : [[name, field]];
    });
    const definitions = clause.field === undefined && !clause.isPhrase ? fields.get(DEFINED) : undefined;
    const scope = { clause, fields: searched, definitions, synonyms };
    const pattern = `${said} ${text}`;
    if (clause.hasWildcard && units < maxUnits && !known.has(pattern)) {
      if (text.startsWith("*")) wildcards++;
      if (wildcards <= MAX_WILDCARDS || !text.startsWith("*")) once(pattern, () => [wildcardReading(scope)]);
    }
    words.forEach((word, index) => {
      if (units >= maxUnits) return;
      const own = { ...scope, isOpen: isOpen && index === words.length - 1, mayGuess: guesses < MAX_GUESSES };
      once(`${said} ${word.signed ?? word.term} ${own.isOpen}`, () => readWord(word, own));
    });
  }
  return {
    units: readings.flatMap((reading) => reading.units).slice(0, maxUnits),
    corrected: readings.flatMap(({ corrected }) => (corrected === undefined ? [] : [corrected])),
    missing: readings.flatMap(({ missing }) => (missing === undefined ? [] : [missing])),
  };
}

/** Whether near words were sought for what was read. */
function isGuess({ units, corrected, missing }: Reading): boolean {
  return corrected !== undefined || missing !== undefined || units.some(({ clause }) => clause.distance !== undefined);
}

/** A clause of stop words only, which is left out where something else is asked for. */
function isWeak({ clause, words }: { readonly clause: Clause; readonly words: readonly Word[] }): boolean {
  return (
    clause.presence === "optional" &&
    clause.field === undefined &&
    !clause.isPhrase &&
    !clause.hasWildcard &&
    words.every(({ term }) => isStopWord(term))
  );
}

function wildcardReading(scope: Pick<Scope, "clause" | "fields">): Reading {
  const { clause } = scope;
  const pattern = normalize(clause.text).replace(/\*+/g, "*");
  const isPrefix = pattern.indexOf("*") === pattern.length - 1 && pattern.length > 1;
  const longer = hitsOf(scope, (field) => {
    return isPrefix ? prefixTerms(field, pattern.slice(0, -1)) : wildcardTerms(field, pattern);
  });
  return { units: [{ ...NOT_FOUND, clause, longer }] };
}

function readWord(word: Word, scope: Scope): Reading[] {
  const { clause, mayGuess } = scope;
  const { term } = word;
  const parts = differentParts(word);
  if (clause.distance !== undefined && clause.distance > 0) {
    const { distance } = clause;
    if (!mayGuess) return [{ units: [{ ...NOT_FOUND, clause }], missing: term }];
    return [
      { units: [{ ...NOT_FOUND, clause, exact: hitsOf(scope, (field) => similarTerms(field, term, distance)) }] },
    ];
  }
  const known = knownWord(word, scope);
  if (known !== undefined) return [{ units: [{ clause, ...known }] }];
  const mistyped = parts.length > 0 && !clause.isPhrase && mayGuess ? nearIdentifier(term, scope) : undefined;
  const units = mistyped === undefined ? partUnits(word, scope) : undefined;
  if (units !== undefined) return [{ units }];
  const correction = mistyped ?? (clause.isPhrase || !mayGuess ? undefined : correctionOf(term, scope));
  if (correction !== undefined) {
    const typed = hitsOf(scope, (field) => exactTerms(field, correction));
    const related = hitsOf(scope, (field) => relatedTerms(field, correction));
    const defined = scope.definitions === undefined ? [] : exactTerms(scope.definitions, correction);
    const unit = { ...NOT_FOUND, clause, exact: union(typed, related), defined };
    return [{ units: [unit], corrected: { from: term, to: correction } }];
  }
  if (parts.length > 0) return parts.flatMap((part) => readWord(part, partScope(word, part, scope)));
  const two = clause.isPhrase || !mayGuess ? undefined : wordsInOne(term, scope);
  if (two !== undefined) {
    const units = two.flatMap((one) => wordsOf(one).flatMap((part) => readWord(part, { ...scope, isOpen: false })));
    return [{ units: units.flatMap((reading) => reading.units), corrected: { from: term, to: two.join(" ") } }];
  }
  return [{ units: [{ ...NOT_FOUND, clause }], missing: term }];
}

/** The units of a word's parts, where all of them are found as they stand. */
function partUnits(word: Word, scope: Scope): Unit[] | undefined {
  if (word.parts.length === 0) return undefined;
  const units = differentParts(word).map((part) => {
    const own = partScope(word, part, scope);
    const known = knownWord(part, own);
    return known === undefined ? partUnits(part, own) : [{ clause: scope.clause, ...known }];
  });
  return units.every((one) => one !== undefined) ? units.flat() : undefined;
}

/** The parts of a word, each once; the last, which may be half typed, for itself. */
function differentParts({ parts }: Word): readonly Word[] {
  const last = parts.at(-1);
  const byTerm = new Map(parts.map((part) => [part === last ? undefined : part.term, part]));
  return [...byTerm.values()];
}

/** Of the parts of a word that is being typed only the last may go on. */
function partScope({ parts }: Word, part: Word, scope: Scope): Scope {
  return { ...scope, isOpen: scope.isOpen && part === parts.at(-1) };
}
