import { BM25_B, BM25_K1 } from "../shared/constants.ts";

/** How rare a term is, as lunr counts it: over documents and fields alike. */
export function inverseDocumentFrequency(total: number, holding: number): number {
  return Math.log(1 + Math.abs((total - holding + 0.5) / (holding + 0.5)));
}

/** What a term adds to the score of a field that holds it `tf` times (BM25 with lunr's formula). */
export function termScore(idf: number, tf: number, length: number, averageLength: number): number {
  const norm = 1 - BM25_B + BM25_B * (length / (averageLength || 1));
  return (idf * ((BM25_K1 + 1) * tf)) / (BM25_K1 * norm + tf);
}
