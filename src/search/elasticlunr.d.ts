/** What is used of it: Porter's stemmer and its list of words that say little. */
declare module "elasticlunr" {
  const elasticlunr: {
    stemmer: (word: string) => string;
    defaultStopWords: Record<string, boolean>;
  };
  export default elasticlunr;
}
