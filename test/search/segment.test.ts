import fc from "fast-check";
import { expect, test } from "vitest";
import { contentsOf, createSegment } from "../../src/search/build-index.ts";
import { encodeSegment, mergeSegments } from "../../src/search/merge-segments.ts";
import { replacePage, replaceSegment } from "../../src/search/replace-segment.ts";
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

type Page = typeof page extends fc.Arbitrary<infer Value> ? Value : never;

function searchPage({ sections, ...page }: Page, at: number): SearchPage {
  return {
    ...page,
    route: `/docs/p${at}`,
    title: `Page ${at}`,
    parents: ["Guide", "Cells"],
    type: "docs",
    sections: sections.map((one, index) => ({ ...one, id: index === 0 ? "" : `s${index}`, level: 2 })),
  };
}

/** Segments of some pages each, encoded. */
function encode(segments: readonly (readonly SearchPage[])[]) {
  let first = 0;
  return segments.map((pages) => {
    const segment = createSegment(pages, 1);
    const encoded = encodeSegment(segment, first, contentsOf(pages));
    first += segment.documents.length;
    return encoded;
  });
}

test("an index in which one segment is replaced is that of all segments", () => {
  const segments = fc.array(fc.array(page, { maxLength: 3 }), { minLength: 1, maxLength: 4 });
  const files = fc.constantFrom(undefined, [[2, "/a.json"] as const]);
  fc.assert(
    fc.property(
      segments,
      fc.array(page, { maxLength: 3 }),
      fc.nat(3),
      synonyms,
      files,
      (all, edited, at, groups, parts) => {
        const place = at % all.length;
        const before = all.map((pages) => pages.map(searchPage));
        const now = before.with(place, edited.map(searchPage));
        const [old, others] = [encode(before), encode(now)];
        const lengths = others.map(({ index }) => index.length);
        const sum = (list: readonly number[]) => list.reduce((total, length) => total + length, 0);
        const segment = others[place];
        if (segment === undefined) throw new Error("no segment");
        const replaced = replaceSegment(
          mergeSegments(old, {}, parts),
          { first: sum(lengths.slice(0, place)), others: sum(lengths.toSpliced(place, 1)), segment },
          { synonyms: groups },
          parts,
        );
        expect(new TextDecoder().decode(replaced)).toBe(
          new TextDecoder().decode(mergeSegments(others, { synonyms: groups }, parts)),
        );
      },
    ),
    { numRuns: IS_WEEKLY ? 500 : 60 },
  );
});

test("a segment in which one page is replaced is that of all pages", () => {
  const pages = fc.array(page, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(pages, page, fc.nat(3), fc.nat(2), (all, edited, position, levels) => {
      const at = position % all.length;
      const before = all.map(searchPage);
      const now = before.with(at, searchPage(edited, at));
      const replaced = replacePage(createSegment(before, levels), at, searchPage(edited, at), levels);
      expect(replaced).toEqual(createSegment(now, levels));
    }),
    { numRuns: IS_WEEKLY ? 500 : 60 },
  );
});

test.runIf(IS_WEEKLY)("an index merged of segments is that of all pages in one segment, as JSON writes it", () => {
  fc.assert(
    fc.property(
      fc.array(page, { maxLength: 8 }),
      fc.integer({ min: 1, max: 4 }),
      fc.nat(2),
      synonyms,
      (pages, length, levels, groups) => {
        const all = pages.map(searchPage);
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
