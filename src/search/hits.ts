import type { LoadedField } from "./load-index.ts";
import type { Field } from "./packed-index.ts";
import type { Clause } from "./query-parser.ts";
import type { TermHit } from "./trie.ts";

/** The indexed words that a word stands for, by field. */
export type HitsByField = ReadonlyMap<Field, readonly TermHit[]>;

export const NOTHING: HitsByField = new Map();

/** Where one word of a query is looked for. */
export interface Scope {
  readonly clause: Clause;
  readonly fields: readonly (readonly [Field, LoadedField])[];
  /** Where names are explained, unless a field was asked for. */
  readonly definitions?: LoadedField | undefined;
  /** For the stem of a word those that stand for it as well. */
  readonly synonyms: ReadonlyMap<string, readonly string[]>;
  /** The word is being typed: it may go on. */
  readonly isOpen: boolean;
  /** Whether words that are near are sought for one that isn't there: that is dear. */
  readonly mayGuess: boolean;
}

/** What is found in each of the fields; those without hits are left out. */
export function hitsOf({ fields }: Pick<Scope, "fields">, find: (field: LoadedField) => TermHit[]): HitsByField {
  const found = fields.map(([name, field]) => [name, find(field)] as const);
  return new Map(found.filter(([, hits]) => hits.length > 0));
}

/** The hits of one, and those of the other on words that the first doesn't have. */
export function union(one: HitsByField, other: HitsByField): HitsByField {
  if (one.size === 0) return other;
  if (other.size === 0) return one;
  const fields = [...new Set([...one.keys(), ...other.keys()])];
  return new Map(
    fields.map((field) => {
      const own = one.get(field) ?? [];
      const known = new Set(own.map(({ word }) => word));
      return [field, [...own, ...(other.get(field) ?? []).filter(({ word }) => !known.has(word))]];
    }),
  );
}

/** The same hits, each counting for more or less. */
export function scaled(hits: HitsByField, factor: number): HitsByField {
  return new Map([...hits].map(([field, own]) => [field, own.map((hit) => ({ ...hit, weight: hit.weight * factor }))]));
}
