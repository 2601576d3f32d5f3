import fc from "fast-check";
import { expect, test } from "vitest";
import { type SearchPage, searchSources } from "../../src/search/documents.ts";
import { createIndexWriter } from "../../src/search/index-writer.ts";
import { buildSearchIndex } from "../../src/search/search-index.ts";

const word = fc.oneof(
  fc.constantFrom("sheet_to_json", "constructor", "__proto__", "cells", "cell", "!merges", "äöü", "表格", "camelCase"),
  fc.string({ maxLength: 6 }),
);
const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(" "));
const section = fc.record({ title: text, text, code: text, defined: fc.array(word, { maxLength: 2 }) });
const page = fc.record({ tags: fc.array(word, { maxLength: 2 }), sections: fc.array(section, { maxLength: 4 }) });
const synonyms = fc.constantFrom([], [["cell", "box"]]);

test("an index written page by page is the one that JSON makes of the index of all pages", () => {
  fc.assert(
    fc.property(fc.array(page, { maxLength: 6 }), fc.nat(2), synonyms, (pages, levels, groups) => {
      const all = pages.map(({ tags, sections }, at): SearchPage => {
        return {
          route: `/docs/p${at}`,
          title: `Page ${at}`,
          tags,
          parents: ["Guide", "Cells"],
          type: "docs",
          sections: sections.map((one, index) => ({ ...one, id: index === 0 ? "" : `s${index}`, level: 2 })),
        };
      });
      let file = "";
      const writer = createIndexWriter(levels, groups, (part) => {
        file += part;
      });
      for (const one of all) writer.add(one);
      writer.end();
      expect(file).toBe(JSON.stringify(buildSearchIndex(searchSources(all), levels, groups)));
    }),
    { numRuns: 300 },
  );
});
