import lunr from "lunr";
import { afterEach, expect, test, vi } from "vitest";
import { loadCorpus } from "../../src/search/corpus.ts";
import { ENGLISH } from "../../src/search/english.ts";
import { scoreMatches } from "../../src/search/scores.ts";
import { BOOSTS, indexOf } from "./small-site.ts";

const TITLES = ["merged cells", "cell styles", "dates", "constructor", "cells of cells cells", "read files"];
const TEXTS = [
  "a merged area is a range of cells",
  "styles are lost styles are kept in cells",
  "dates are numbers with a format and numbers are numbers",
  "the constructor of dates makes dates",
  "",
  "read the files and keep the cells of the range in a list of lists of cells",
];

afterEach(() => vi.restoreAllMocks());

/** lunr's own scores, without the rounding to three digits that its builder does. */
function lunrIndex(): lunr.Index {
  vi.spyOn(Math, "round").mockImplementation((value) => value);
  const index = lunr((builder) => {
    builder.pipeline.reset();
    builder.searchPipeline.reset();
    builder.field("title", { boost: BOOSTS.title });
    builder.field("content", { boost: BOOSTS.content });
    for (const [id, title] of TITLES.entries()) builder.add({ id, title, content: TEXTS[id] });
  });
  vi.restoreAllMocks();
  return index;
}

test("BM25 scores are equal to lunr's formula on a shared small corpus to 1e-9", () => {
  const index = lunrIndex();
  const pages = TITLES.map((title, id) => [`/${id}`, { title, text: TEXTS[id] ?? "" }] as const);
  const own = loadCorpus(indexOf(Object.fromEntries(pages)), ENGLISH);
  const words = new Set([...TITLES, ...TEXTS].flatMap((text) => text.split(" ")).filter(Boolean));
  let compared = 0;
  for (const word of words) {
    const scores = new Map<string, number>();
    const group = { fields: ["title", "content"] as const, matches: [{ word: own.words.indexOf(word), weight: 1 }] };
    scoreMatches(own, group, new Float64Array(TITLES.length), (field, ref, score) =>
      scores.set(`${field} ${ref}`, score * BOOSTS[field as keyof typeof BOOSTS]),
    );
    for (const field of ["title", "content"]) {
      const theirs = index.query((query) => query.term(word, { fields: [field] }));
      const ours = [...scores].filter(([key]) => key.startsWith(field));
      expect(ours.map(([key]) => key.split(" ")[1]).sort()).toEqual(theirs.map(({ ref }) => ref).sort());
      for (const { ref, score } of theirs) {
        expect(Math.abs((scores.get(`${field} ${ref}`) ?? 0) - score), `${word} in ${field} of ${ref}`).toBeLessThan(
          1e-9,
        );
        compared += 1;
      }
    }
  }
  expect(compared).toBeGreaterThan(40);
});
