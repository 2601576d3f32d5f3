import { describe, expect, test } from "vitest";
import type { SearchIndexFile } from "../../src/search/build-index.ts";
import { ENGLISH } from "../../src/search/english.ts";
import { inUnits, type PackedIndex, packIndex, recordOfFields, unpackIndex } from "../../src/search/index-format.ts";
import { packNumbers, unpackNumbers } from "../../src/search/packed-numbers.ts";
import { sectionContent, sectionsOf } from "../../src/search/search-page.ts";
import { createSearcher } from "../../src/search/searcher.ts";
import { BOOSTS, indexOf, routes, searcherOf } from "./small-site.ts";

const file = indexOf({
  "/a": { title: "Merged cells", text: "constructor __proto__ docs df 文件", code: "const merged = 1;", tags: ["x"] },
  "/b": { title: "Cells", text: "cells of cells", sections: { More: "text" } },
});

/** What JSON makes of a value. */
function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

describe("the index file", () => {
  test("holds the documents with the fields of the specification, content once", () => {
    expect(Object.keys(file)).toEqual(["documents", "index"]);
    expect(file.documents[0]).toEqual({
      id: 0,
      title: "Merged cells",
      content: "constructor __proto__ docs df 文件\nconst merged = 1;",
      tags: ["x"],
      sidebarParentCategories: [],
      pageTitle: "Merged cells",
      sectionTitle: "Merged cells",
      sectionRoute: "/a",
      type: "docs",
    });
    expect(JSON.stringify(file.index)).not.toContain("constructor __proto__");
  });

  test("loads as the words, documents, counts and lengths that were packed", () => {
    const none = { starts: [0, 0, 0, 0], refs: [] as number[], tf: [] as number[], lengths: [0, 0, 0] };
    const title = { starts: [0, 2, 3, 4], refs: [0, 2, 2, 1], tf: [1, 900, 2.5, 0.25], lengths: [1, 0.25, 902.5] };
    const tags = { starts: [0, 0, 1, 1], refs: [2], tf: [1], lengths: [0, 0, 1] };
    const fields = { ...recordOfFields(() => none), title, tags };
    const stored = ({ starts, refs, tf, lengths }: typeof none) => ({
      starts,
      steps: refs.map((ref, at) => (starts.includes(at) ? ref : ref - (refs[at - 1] ?? 0) - 1)),
      units: tf.map(inUnits),
      lengths: packNumbers(lengths.map(inUnits)),
    });
    const loaded = unpackIndex(
      plain(packIndex({ length: 3, words: ["ab", "abc", "b"] }, (name) => stored(fields[name]), {})),
    );
    expect(loaded.words).toEqual(["ab", "abc", "b"]);
    for (const [name, field] of Object.entries(fields)) {
      for (const [list, numbers] of Object.entries(field)) {
        expect(Array.from(loaded.fields[name as "title"][list as "refs"])).toEqual(numbers);
      }
    }
  });

  test("counts words that every object has a property of, and those of other scripts", () => {
    const { words, fields } = unpackIndex(plain(file.index));
    for (const word of ["constructor", "__proto__", "docs", "文件"]) expect(words).toContain(word);
    expect(fields.content.lengths[1]).toBe(3);
  });

  test.each<[string, (index: PackedIndex) => unknown]>([
    ["another version", (index) => ({ ...index, format: "packed-9" })],
    ["a field that is missing", (index) => ({ ...index, fields: {} })],
    ["fewer documents", (index) => ({ ...index, length: 1 })],
    [
      "a text cut short",
      ({ fields: { content, ...rest }, ...index }) => {
        return { ...index, fields: { ...rest, content: { ...content, refs: content.refs.slice(0, 3) } } };
      },
    ],
    ["words out of order", (index) => ({ ...index, words: `${index.words}Aa` })],
    ["nothing", () => undefined],
  ])("that isn't one is refused when it is loaded: %s", (_, damage) => {
    const damaged = { documents: file.documents, index: damage(plain(file.index)) } as SearchIndexFile;
    expect(() => createSearcher(damaged, BOOSTS, ENGLISH)).toThrow();
  });
});

describe("documents are sections", () => {
  const section = { level: 2, text: "", code: "", labels: "", defined: [] };
  const about = { label: "A", description: "", keywords: [] };
  const page = { route: "/docs/a", title: "A", tags: ["t"], parents: ["P"], type: "docs" as const, ...about };
  test("the page's lead and each heading", () => {
    const found = sectionsOf({ ...page, sections: [{ ...section, id: "one", title: "One" }] });
    expect(found.map(({ document }) => [document.sectionRoute, document.title, document.tags])).toEqual([
      ["/docs/a", "A", ["t"]],
      ["/docs/a#one", "One", []],
    ]);
  });
  test("text under the page's own heading is its lead", () => {
    const sections = [{ ...section, level: 1, id: "a", title: "A", text: "lead" }];
    const found = sectionsOf({ ...page, sections });
    expect(found.map((own) => [own.document.sectionRoute, sectionContent(own)])).toEqual([["/docs/a", "lead"]]);
  });
  test("code included, at lower weight", () => {
    const searcher = searcherOf({ "/code": { title: "x", code: "marimba" }, "/text": { title: "y", text: "marimba" } });
    expect(routes(searcher, "marimba")).toEqual(["/text", "/code"]);
  });
  test("marks of highlighted lines are no text", () => {
    const sections = [{ ...section, id: "", title: "", code: "a();\n// highlight-next-line\nb();" }];
    expect(sectionsOf({ ...page, sections }).map(sectionContent)).toEqual(["a();\nb();"]);
  });
});

test("parents are a field only when configured, and words about a page in any case", () => {
  const pages = { "/a": { title: "A", parents: ["Marimba"] } };
  const ask = (query: string, levels: number, parents: number) => {
    return createSearcher(indexOf(pages, levels), { ...BOOSTS, parents }, ENGLISH).search(query, 8).results.length;
  };
  const field = "parents:marimba";
  expect([ask(field, 0, 2), ask(field, 1, 0), ask(field, 1, 2)]).toEqual([0, 0, 1]);
  expect(ask("marimba", 0, 0)).toBe(1);
});

test("the same pages give the same bytes", () => {
  const pages = { "/a": { title: "A b", text: "c d" }, "/b": { title: "B", text: "d c" } };
  expect(JSON.stringify(indexOf(pages))).toBe(JSON.stringify(indexOf(pages)));
  expect(indexOf({}).documents).toEqual([]);
});

test("numbers survive being packed", () => {
  const numbers = [0, 1, 61, 62, 63, 91, 92, 1000, 65_536, 2 ** 30];
  const packed = packNumbers(numbers);
  expect([...unpackNumbers(packed)]).toEqual(numbers);
  expect(JSON.stringify(packed)).toBe(`"${packed}"`);
});

test.each(["//evil.example/x", "/\\evil.example", "/\t/evil.example", "https://evil.example/", "javascript:alert(1)"])(
  "an index with a result at %j is refused: it would lead out of the site",
  (sectionRoute) => {
    const documents = file.documents.map((document, at) => (at === 1 ? { ...document, sectionRoute } : document));
    expect(() => createSearcher({ ...file, documents }, BOOSTS, ENGLISH)).toThrow("the search index is damaged");
  },
);
