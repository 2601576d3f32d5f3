/**
 * What the random choices of a test begin from: another in each run, or `DOCGEN_FUZZ_SEED`. It is printed.
 *
 * @param use stands beside it
 */
export function printedSeed(use: string): number {
  const seed = Number(process.env.DOCGEN_FUZZ_SEED ?? Date.now() % 2 ** 31);
  console.info(`seed ${seed}, ${use}`);
  return seed;
}

/** A reproducible sequence of random numbers from 0 to 1. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
