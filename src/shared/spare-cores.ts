import { availableParallelism } from "node:os";

/** Number of threads that can work beside this one: one per core but its own, and at least one. */
export const SPARE_CORES = Math.max(1, availableParallelism() - 1);
