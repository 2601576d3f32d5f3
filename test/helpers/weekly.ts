/**
 * Whether `DOCGEN_TEST=all` is set, as in the weekly workflow: every page, kill and repetition is tested. Other runs
 * test a sample of results that come from the same code.
 */
export const IS_WEEKLY: boolean = process.env.DOCGEN_TEST === "all";

/** The first items of a list, or all in the weekly run. @param all sorted so that the most different ones come first */
export function some<T>(count: number, all: readonly T[]): readonly T[] {
  return IS_WEEKLY ? all : all.slice(0, count);
}
