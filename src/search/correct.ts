import type { Scope } from "./hits.ts";
import type { LoadedField } from "./load-index.ts";
import { documentCount, exactTerms, similarPrefixes, similarTerms, type TermHit } from "./trie.ts";

const MIN_SIMILAR = 4;
const MIN_SIMILAR_PREFIX = 5;
const MIN_PART = 2;
const MIN_IN_ONE = 6;
/** From this length on two typing errors in a word are likely. */
const TWO_EDITS_LENGTH = 8;
/** A word of a title is more likely meant than one that stands in as many texts. */
const TITLE_COUNT = 20;

/** The indexed word that was most likely meant; undefined where none is near. */
export function correctionOf(term: string, scope: Scope): string | undefined {
  if (term.length < MIN_SIMILAR) return undefined;
  const distances = term.length >= TWO_EDITS_LENGTH ? [1, 2] : [1];
  for (const distance of distances) {
    const best = bestOf(term, scope, (field) => similarTerms(field, term, distance));
    if (best !== undefined) return best;
  }
  if (!scope.isOpen || term.length < MIN_SIMILAR_PREFIX) return undefined;
  return bestOf(term, scope, (field) => similarPrefixes(field, term, 1));
}

/** A long identifier with one error is that identifier, even where its parts are words of their own. */
export function nearIdentifier(term: string, scope: Scope): string | undefined {
  if (term.length < TWO_EDITS_LENGTH) return undefined;
  return bestOf(term, scope, (field) => similarTerms(field, term, 1));
}

/** Two indexed words that were written as one, such as `sheetname`; undefined where there are none. */
export function wordsInOne(term: string, { fields }: Scope): [string, string] | undefined {
  if (term.length < MIN_IN_ONE) return undefined;
  const count = (part: string) => {
    const counts = fields.map(([, field]) =>
      exactTerms(field, part).reduce((sum, { word }) => sum + documentCount(field, word), 0),
    );
    return Math.max(0, ...counts);
  };
  let best: [string, string] | undefined;
  let most = 0;
  for (let at = MIN_PART; at <= term.length - MIN_PART; at++) {
    const parts: [string, string] = [term.slice(0, at), term.slice(at)];
    // Both have to be there: the rarer one tells.
    const least = Math.min(...parts.map(count));
    if (least > most) [best, most] = [parts, least];
  }
  return best;
}

/** Of similar words the nearest that begins as it was typed and stands in titles or in most documents. */
function bestOf(term: string, { fields }: Scope, find: (field: LoadedField) => TermHit[]): string | undefined {
  const scores = new Map<string, number>();
  for (const [name, field] of fields) {
    for (const { term: other, word, weight } of find(field)) {
      const begins = other[0] === term[0] ? 2 : 1;
      const count = documentCount(field, word) * (name === "title" ? TITLE_COUNT : 1);
      scores.set(other, (scores.get(other) ?? 0) + weight * begins * Math.log1p(count));
    }
  }
  return [...scores].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0];
}
