import elasticlunr from "elasticlunr";

/** elasticlunr's stop words. A set, because some are names of properties that every object has. */
const STOP_WORDS: ReadonlySet<string> = new Set(Object.keys(elasticlunr.defaultStopWords));
const LATIN = /^[a-z]+$/;
const MIN_STEM = 3;

export function isStopWord(term: string): boolean {
  return STOP_WORDS.has(term);
}

/** Porter's stem of an English word; any other term unchanged. */
export function stem(term: string): string {
  return LATIN.test(term) ? elasticlunr.stemmer(term) : term;
}

/** A prefix of all words with the same stem: Porter changes at most a stem's last letter. */
export function stemPrefix(stemmed: string): string {
  return stemmed.slice(0, Math.max(MIN_STEM, stemmed.length - 1));
}
