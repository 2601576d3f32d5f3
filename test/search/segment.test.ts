import fc from "fast-check";
import { expect, test } from "vitest";
import { contentsOf, createSegment } from "../../src/search/build-index.ts";
import { encodeSegment, mergeSegments } from "../../src/search/merge-segments.ts";
import type { SearchPage } from "../../src/search/search-page.ts";
import { IS_WEEKLY } from "../helpers/weekly.ts";

const word = fc.oneof(
  fc.constantFrom("sheet_to_json", "constructor", "__proto__", "cells", "cell", "!merges", "äöü", "表格", "camelCase"),
  fc.string({ maxLength: 6 }),
  // They share more than a word can say that it shares with the one before.
  fc.nat(4).map((length) => `${"long".repeat(7)}${"b".repeat(length)}`),
);
const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(" "));
const section = fc.record({ title: text, text, code: text, labels: text, defined: fc.array(word, { maxLength: 2 }) });
const page = fc.record({
  label: text,
  description: text,
  keywords: fc.array(word, { maxLength: 2 }),
  tags: fc.array(word, { maxLength: 2 }),
  sections: fc.array(section, { maxLength: 4 }),
});
const synonyms = fc.constantFrom([], [["cell", "box"]]);

test.runIf(IS_WEEKLY)("an index merged of segments is that of all pages in one segment, as JSON writes it", () => {
  fc.assert(
    fc.property(
      fc.array(page, { maxLength: 8 }),
      fc.integer({ min: 1, max: 4 }),
      fc.nat(2),
      synonyms,
      (pages, length, levels, groups) => {
        const all = pages.map(({ sections, ...page }, at): SearchPage => {
          return {
            ...page,
            route: `/docs/p${at}`,
            title: `Page ${at}`,
            parents: ["Guide", "Cells"],
            type: "docs",
            sections: sections.map((one, index) => ({ ...one, id: index === 0 ? "" : `s${index}`, level: 2 })),
          };
        });
        const starts = all.map((_, at) => at).filter((at) => at % length === 0);
        let first = 0;
        const segments = starts.map((at) => {
          const members = all.slice(at, at + length);
          const own = createSegment(members, levels);
          const encoded = encodeSegment(own, first, contentsOf(members));
          first += own.documents.length;
          return encoded;
        });
        const merge = (parts: Parameters<typeof mergeSegments>[0]) =>
          new TextDecoder().decode(mergeSegments(parts, { synonyms: groups }));
        const whole = merge([encodeSegment(createSegment(all, levels), 0, contentsOf(all))]);
        expect(merge(segments)).toBe(whole);
        expect(JSON.stringify(JSON.parse(whole))).toBe(whole);
      },
    ),
    { numRuns: 300 },
  );
});
