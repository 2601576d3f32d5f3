import fc from "fast-check";
import { expect, test } from "vitest";
import { parseQuery } from "../../src/search/query-parser.ts";
import { marksOf } from "../../src/search/teaser.ts";
import { tokensOf } from "../../src/search/tokens.ts";
import { SEARCH_INPUT_MAX_LENGTH } from "../../src/shared/constants.ts";
import { searcherOf } from "./small-site.ts";

const site = searcherOf({
  "/a": { title: "Merged cells", text: "sheet_to_json !merges constructor 读取文件", sections: { Dates: "cellDates" } },
  "/b": { title: "Electron", text: "a desktop application ".repeat(50), tags: ["desktop"] },
});

/** On a machine that is busy fewer runs do, and none is made smaller for minutes. */
const LIMITED = { interruptAfterTimeLimit: 30_000, endOnFailure: true };

const pieces = fc.constantFrom(
  ...'+ - : ~ ^ * " \\ ( ) ! . _ / title: content: foo: ~1 ^2 ~x * sheet_to_json cellDates !merges constructor __proto__ 读取文件 é \u0301 \ud83d a the electrom'.split(
    " ",
  ),
  " ",
  "\u2028",
);
const query = fc.oneof(
  fc.string({ maxLength: SEARCH_INPUT_MAX_LENGTH, unit: "binary" }),
  fc.string({ maxLength: SEARCH_INPUT_MAX_LENGTH, unit: "grapheme" }),
  fc.array(pieces, { maxLength: 200 }).map((parts) => parts.join("").slice(0, SEARCH_INPUT_MAX_LENGTH)),
);

test("any query string of 512 characters: no throw, at most 8 results, finite scores, marks inside their texts", () => {
  fc.assert(
    fc.property(query, (text) => {
      const { results, error } = site.search(text, 8);
      expect(results.length).toBeLessThanOrEqual(8);
      for (const { score, teaser, document, titleMarks, terms } of results) {
        expect(Number.isFinite(score)).toBe(true);
        expect(new Set(terms).size).toBe(terms.length);
        expectMarks(teaser.text, teaser.marks);
        expectMarks(document.title, titleMarks);
      }
      if (error === undefined) return;
      expect(error.start).toBeGreaterThanOrEqual(0);
      expect(error.end).toBeGreaterThan(error.start);
      expect(error.end).toBeLessThanOrEqual(text.length);
    }),
    { numRuns: 500, ...LIMITED },
  );
});

test("any query string of 512 characters: bounded work", () => {
  fc.assert(
    fc.property(query, (text) => {
      const { clauses } = parseQuery(text);
      expect(clauses.length).toBeLessThanOrEqual(32);
      for (const { distance = 0 } of clauses) expect(distance).toBeLessThanOrEqual(2);
    }),
    { numRuns: 500, ...LIMITED },
  );
});

test("tokens of any text stand in it, in bounds, and there are not many more than characters", () => {
  fc.assert(
    fc.property(query, (text) => {
      const tokens = tokensOf(text);
      expect(tokens.length).toBeLessThanOrEqual(text.length * 3);
      for (const { term, start, end } of tokens) {
        expect(term).not.toBe("");
        expect(term).not.toMatch(/[A-Z\s]/);
        expect(start).toBeLessThan(end);
        expect(end).toBeLessThanOrEqual(text.length);
      }
    }),
    { numRuns: 500, ...LIMITED },
  );
});

test("marks cover the words of a text that are among the terms, and no others", () => {
  fc.assert(
    fc.property(query, fc.array(fc.nat(), { maxLength: 5 }), (text, picks) => {
      const tokens = tokensOf(text);
      const terms = new Set(picks.flatMap((pick) => tokens[pick % tokens.length]?.term ?? []));
      const marked = new Set(marksOf(text, terms).flatMap(([start, end]) => range(start, end)));
      const wanted = tokens.filter(({ term }) => terms.has(term)).flatMap(({ start, end }) => range(start, end));
      expect([...marked].sort()).toEqual([...new Set(wanted)].sort());
    }),
    { numRuns: 500, ...LIMITED },
  );
});

function range(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, at) => start + at);
}

test("a word of a text is found by itself", () => {
  const words = fc.array(fc.stringMatching(/^[a-z][a-zA-Z_]{2,12}[a-z]$/), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(words, (list) => {
      const searcher = searcherOf({ "/x": { title: "Page", text: list.join(" ") } });
      for (const word of list) expect(searcher.search(word, 8).results, word).toHaveLength(1);
    }),
    { numRuns: 100, ...LIMITED },
  );
});

function expectMarks(text: string, marks: readonly [number, number][]): void {
  let last = 0;
  for (const [start, end] of marks) {
    expect(start).toBeGreaterThanOrEqual(last);
    expect(end).toBeGreaterThan(start);
    expect(end).toBeLessThanOrEqual(text.length);
    last = end;
  }
}
