import fc from "fast-check";
import { expect } from "vitest";

/** Cases of a cheap property; `npm run fuzz` asks for many more. */
const RUNS = Number(process.env.DOCGEN_FUZZ_RUNS ?? 400);
const SEED = process.env.DOCGEN_FUZZ_SEED;

/** Long enough for whatever number was asked for. */
export const PATIENCE = { timeout: 60_000 + RUNS * 1000 };

/**
 * Tries a property with many inputs, and prints how many and with which seed.
 *
 * @param cost how many times as dear as a call of a function a case is: so many fewer are tried
 */
export async function check<T extends [unknown, ...unknown[]]>(
  property: fc.IProperty<T> | fc.IAsyncProperty<T>,
  cost = 1,
): Promise<void> {
  const seed = SEED === undefined ? Math.trunc(Math.random() * 2 ** 31) : Number(SEED);
  const numRuns = Math.max(1, Math.ceil(RUNS / cost));
  const name = expect.getState().currentTestName ?? "";
  await fc.assert(property, { seed, numRuns });
  console.info(`${numRuns} cases, seed ${seed}: ${name}`);
}

/** Words that have broken programs before. */
export const hostileWord = fc.constantFrom(
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "..",
  "../..",
  "/",
  "//",
  "\\",
  "..\\..",
  "%",
  "%2e%2e",
  "%00",
  "\0",
  "\u2028",
  "\ud800",
  "\uFEFF",
  "\u202e",
  "e\u0301",
  "\u{1F600}",
  "con",
  "a:b",
  "a.",
  "",
  " ",
  "null",
  "~",
  "1e999",
  "0x10",
  "1:30",
  "javascript:alert(1)",
  "<script>",
  "</script>",
  "{#x}",
  "{vars.a}",
  "x".repeat(300),
);
export const hostileText = fc.oneof(
  hostileWord,
  fc.string({ maxLength: 30, unit: "binary" }),
  fc.array(hostileWord, { maxLength: 4 }).map((words) => words.join("/")),
);
