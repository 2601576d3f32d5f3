import type { SearchDocument } from "../../search/search-page.ts";
import { groupBy } from "../../shared/group-by.ts";
import { likeness, plainWordsOf } from "../../shared/nearest.ts";

/** Words and tags of a site that are similar to the words of a query. */
export interface NearWords {
  readonly words: readonly string[];
  readonly tags: readonly string[];
}

const MAX_EACH = 4;
/** Shorter words in titles carry little meaning. */
const MIN_LENGTH = 3;

/** Finds the words in titles, and the tags, that are most similar to the words of a query. */
export function nearWords(query: string, documents: readonly SearchDocument[]): NearWords {
  const typed = plainWordsOf(query);
  const words = documents.flatMap(({ title }) => plainWordsOf(title)).filter(({ length }) => length >= MIN_LENGTH);
  const tags = documents.flatMap((document) => document.tags);
  return {
    words: nearest(words, (word) => typed.map((typedWord) => likeness(typedWord, word))),
    tags: nearest(tags, (tag) =>
      typed.flatMap((typedWord) => plainWordsOf(tag).map((word) => likeness(typedWord, word))),
    ),
  };
}

/** The most similar candidates; among equals, the most frequent. */
function nearest(all: readonly string[], likenesses: (candidate: string) => readonly number[]): string[] {
  return [...groupBy(all, (one) => one)]
    .map(([one, { length: count }]) => ({ one, count, best: Math.max(0, ...likenesses(one)) }))
    .filter(({ best }) => best > 0)
    .sort((a, b) => b.best - a.best || b.count - a.count)
    .slice(0, MAX_EACH)
    .map(({ one }) => one);
}
