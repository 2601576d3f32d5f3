/**
 * The seed of a test's random choices, which is printed: `DOCGEN_FUZZ_SEED`, or another one in each run.
 *
 * @param use printed beside the seed
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
