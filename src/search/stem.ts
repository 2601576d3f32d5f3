import elasticlunr from "elasticlunr";

/** Words that say little; elasticlunr's list, in a set because some words are names of every object's properties. */
const STOP_WORDS: ReadonlySet<string> = new Set(Object.keys(elasticlunr.defaultStopWords));
const LATIN = /^[a-z]+$/;
const MIN_STEM = 3;

export function isStopWord(term: string): boolean {
  return STOP_WORDS.has(term);
}

/** Porter's stem of an English word; any other term as it is. */
export function stem(term: string): string {
  return LATIN.test(term) ? elasticlunr.stemmer(term) : term;
}

/** What all words with the same stem begin with: Porter changes at most a stem's last letter. */
export function stemPrefix(stemmed: string): string {
  return stemmed.slice(0, Math.max(MIN_STEM, stemmed.length - 1));
}
