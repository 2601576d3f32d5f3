import fc from "fast-check";
import { expect, test } from "vitest";
import type { SearchIndexFile } from "../../src/search/build-index.ts";
import { ENGLISH } from "../../src/search/english.ts";
import { createSearcher } from "../../src/search/searcher.ts";
import { BOOSTS, indexOf } from "../search/small-site.ts";
import { check, hostileText, PATIENCE } from "./check.ts";

const FILE = indexOf({
  "/a": {
    title: "Merged cells",
    text: "sheet_to_json !merges constructor \u8bfb\u53d6\u6587\u4ef6",
    sections: { Dates: "cellDates" },
  },
  "/b": { title: "Electron", text: "a desktop application ".repeat(20), tags: ["desktop"] },
});
const TEXT = JSON.stringify(FILE);
const QUERIES = ["merges", "elec", "desktp", "title:cells -x", '"desktop application"', "constructor", "*"];

const query = fc.oneof(
  fc.string({ maxLength: 512, unit: "binary" }),
  fc
    .array(
      fc.oneof(hostileText, fc.constantFrom("+", "-", "~2", "^9", "*", '"', ":", "title:", " ", "merges", "desktop")),
      { maxLength: 40 },
    )
    .map((parts) => parts.join("").slice(0, 512)),
);

test("any query: an answer with at most 8 results and finite scores", PATIENCE, async () => {
  const site = createSearcher(FILE, BOOSTS, ENGLISH);
  await check(
    fc.property(query, (text) => {
      const { results } = site.search(text, 8);
      expect(results.length).toBeLessThanOrEqual(8);
      for (const { score } of results) expect(Number.isFinite(score)).toBe(true);
    }),
  );
});

/** Values of a JSON text that may be put in the place of others. */
const strange = fc.oneof(
  fc.constantFrom(null, "", [], {}, -1, 1e9, 0.5, true),
  fc.jsonValue({ maxDepth: 1 }),
  hostileText,
);

/** Changes one value, at a place that is a number of steps along the way. */
function changeAt(value: unknown, steps: readonly number[], put: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined || typeof value !== "object" || value === null) return put;
  const keys = Object.keys(value);
  const key = keys[step % Math.max(1, keys.length)];
  if (key === undefined) return put;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  copy[key] = changeAt(copy[key], rest, put);
  return copy;
}

test("any damaged index: refused when it is loaded, or answering without an exception", PATIENCE, async () => {
  const damaged = fc.oneof(
    fc
      .tuple(fc.array(fc.nat(20), { maxLength: 4 }), strange)
      .map(([steps, put]) => changeAt(JSON.parse(TEXT), steps, put)),
    fc.tuple(fc.nat(TEXT.length), fc.string({ maxLength: 3 })).map(([at, put]) => {
      try {
        return JSON.parse(TEXT.slice(0, at) + put + TEXT.slice(at + put.length)) as unknown;
      } catch {
        return undefined;
      }
    }),
    fc.jsonValue(),
  );
  await check(
    fc.property(damaged, fc.constantFrom(...QUERIES), (value, text) => {
      let site: ReturnType<typeof createSearcher>;
      try {
        site = createSearcher(value as SearchIndexFile, BOOSTS, ENGLISH);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
        return;
      }
      expect(site.search(text, 8).results.length).toBeLessThanOrEqual(8);
    }),
  );
});
