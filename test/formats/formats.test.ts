import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPages } from "../documentation/pages.ts";
import { PROJECT } from "../helpers/docgen.ts";
import { FORMATS } from "./book-types.ts";
import { generated, MARKED } from "./generated.ts";
import { answerOf } from "./tables.ts";

/** Writes them anew: `DOCGEN_UPDATE=1 npx vitest run test/formats`. */
const UPDATES = process.env.DOCGEN_UPDATE === "1";
const pages = readPages().map(({ path }) => path);
const textOf = (path: string) => readFileSync(join(PROJECT, path), "utf8");

if (UPDATES) {
  for (const path of pages) {
    const text = textOf(path);
    const anew = text.replace(MARKED, (_, open, name, __, close) => open + generated(name) + close);
    if (anew !== text) writeFileSync(join(PROJECT, path), anew);
  }
}

const marked = pages.flatMap((path) =>
  [...textOf(path).matchAll(MARKED)].map(([, , name = "", text = ""]): [string, string, string] => [path, name, text]),
);

test("pages have such tables and lists", () => {
  expect(marked.length).toBeGreaterThan(20);
});

test.each(marked)("%s: what it says about %s is what the library does", (_, name, text) => {
  expect(text).toBe(generated(name));
});

test("the features' pages have no table by format that is written by hand", () => {
  const features = pages.filter((path) => path.includes("/csf/features/"));
  const byHand = features.filter((path) => /^\| Format \|/m.test(textOf(path).replace(MARKED, "")));
  expect(byHand).toEqual([]);
});

test("the table of all formats names each book type, and how many sheets it holds", () => {
  const rows = textOf("content/docs/miscellany/formats.md").matchAll(/^\| [^|]+\| (`[^|]+) \| (many|one) \|/gm);
  const said = [...rows].flatMap(([, types = "", sheets]) =>
    types.split(" ").map((type) => [type.replace(/[`,]/g, ""), sheets]),
  );
  const measured = FORMATS.flatMap((format) =>
    [format.bookType, ...(format.aliases ?? [])].map((type) => [
      type,
      answerOf("sheets", format).read === "yes" ? "many" : "one",
    ]),
  );
  expect(Object.fromEntries(said)).toEqual(Object.fromEntries(measured));
});
