/** The parts of elasticlunr in use: Porter's stemmer and the list of stop words. */
declare module "elasticlunr" {
  const elasticlunr: {
    stemmer: (word: string) => string;
    defaultStopWords: Record<string, boolean>;
  };
  export default elasticlunr;
}
