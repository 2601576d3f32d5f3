import fc from "fast-check";
import { expect, test } from "vitest";
import { type SearchPage, searchSources } from "../../src/search/documents.ts";
import { buildSearchIndex } from "../../src/search/search-index.ts";
import { updateIndexFile } from "../../src/search/update-index.ts";

const word = fc.oneof(
  fc.constantFrom("sheet_to_json", "constructor", "cells", "cell", "!merges", "äöü", "表格", "zz", "a"),
  fc.string({ maxLength: 6 }),
  // They share more than a word can say that it shares with the one before.
  fc.nat(4).map((length) => `${"long".repeat(7)}${"b".repeat(length)}`),
  fc.constant('],"index":{'),
  fc.constant('{"id":3,"title":'),
);
const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(" "));
const section = fc.record({ title: text, text, code: text, defined: fc.array(word, { maxLength: 2 }) });
const page = fc.array(section, { maxLength: 4 });
const padding = fc.constantFrom(0, 0, 0, 0, 70);
const FILLER = [{ title: "Filler", text: "filler cells", code: "", defined: [] }];
const LEVELS = 2;

test("an index brought up to date for an edited page is the one that indexing all pages gives", () => {
  fc.assert(
    fc.property(
      fc.array(page, { minLength: 1, maxLength: 6 }),
      fc.nat(),
      page,
      padding,
      (own, which, edited, count) => {
        // Far from one another they have numbers of more than one digit.
        const pages = own.flatMap((one) => [one, ...Array.from({ length: count }, () => FILLER)]);
        const place = (which % own.length) * (count + 1);
        const before = pages.map(searchPage);
        const after = pages.map((one, at) => searchPage(at === place ? edited : one, at));
        const counts = before.map((one) => searchSources([one]).length);
        const from = counts.slice(0, place).reduce((sum, count) => sum + count, 0);
        const change = { from, to: from + (counts[place] ?? 0), sources: searchSources(after.slice(place, place + 1)) };
        expect(Buffer.concat(updateIndexFile(Buffer.from(fileOf(before)), change, LEVELS)).toString()).toBe(
          fileOf(after),
        );
      },
    ),
    { numRuns: 500 },
  );
});

function searchPage(
  sections: readonly { title: string; text: string; code: string; defined: string[] }[],
  at: number,
): SearchPage {
  return {
    route: `/docs/p${at}`,
    title: `Page ${at}`,
    tags: at % 2 === 0 ? ["even"] : [],
    parents: ["Guide"],
    type: "docs",
    sections: sections.map((one, index) => ({ ...one, id: `s${index}`, level: 2 })),
  };
}

function fileOf(pages: readonly SearchPage[]): string {
  return JSON.stringify(buildSearchIndex(searchSources(pages), LEVELS, [["cell", "box"]]));
}
