import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { SearchIndexFile } from "../../src/search/build-index.ts";
import { ENGLISH } from "../../src/search/english.ts";
import { createSearcher, mergeAnswers, type Searcher } from "../../src/search/searcher.ts";
import { command } from "../helpers/command.ts";
import { PROJECT } from "../helpers/docgen.ts";
import { openSite } from "../helpers/real-site.ts";
import { some } from "../helpers/weekly.ts";
import { readQuestions } from "./questions.mjs";
import { BOOSTS } from "./small-site.ts";

/** A query of the golden set: a route without a hash stands for all sections of its page. */
interface Golden {
  readonly query: string;
  readonly routes: readonly string[];
  /** The hold-out isn't looked at while ranking is tuned. */
  readonly set: string;
  readonly part: string;
}

const golden = readFileSync(join(PROJECT, "test/search/golden.tsv"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line): Golden => {
    const [query = "", routes = "", set = "", part = ""] = line.split("\t");
    return { query, routes: routes.split(" "), set, part };
  });

let searchers: readonly Searcher[] = [];
let known: ReadonlySet<string> = new Set();

beforeAll(async () => {
  const { out } = await openSite();
  const names = readdirSync(out).filter((file) => /^search-index-.*\.json$/.test(file));
  const files = names.map((file) => JSON.parse(readFileSync(join(out, file), "utf8")) as SearchIndexFile);
  searchers = files.map((file) => createSearcher(file, BOOSTS, ENGLISH));
  known = new Set(files.flatMap(({ documents }) => documents.map(({ sectionRoute }) => sectionRoute)));
});

/** The place of the first expected page among the results; -1 where none is there. */
function placeOf({ query, routes }: Pick<Golden, "query" | "routes">): number {
  const answers = searchers.map((searcher) => searcher.search(query, 8));
  const found = mergeAnswers(answers, 8).results.map(({ document }) => document.sectionRoute);
  return found.findIndex((route) => routes.includes(route) || routes.includes(route.split("#")[0] ?? ""));
}

/** The share of queries whose expected page is among the first results. @param places see `placeOf` */
function success(places: readonly number[], at: number): number {
  return places.filter((place) => place >= 0 && place < at).length / places.length;
}

test("the golden set holds at least 120 queries over guides and reference and 80 over the demos", () => {
  expect(golden.filter(({ part }) => part === "guides").length).toBeGreaterThanOrEqual(120);
  expect(golden.filter(({ part }) => part === "demos").length).toBeGreaterThanOrEqual(80);
});

test("every page that the golden set expects exists", () => {
  expect(golden.flatMap(({ routes }) => routes).filter((route) => !known.has(route))).toEqual([]);
});

describe.each(["tuning", "holdout"])("the golden set, %s", (set) => {
  let places: readonly number[] = [];
  beforeAll(() => {
    places = golden.filter((one) => one.set === set).map(placeOf);
  });
  test("success at 1 at least 0.93", () => expect(success(places, 1)).toBeGreaterThanOrEqual(0.93));
  test("success at 3 at least 0.98", () => expect(success(places, 3)).toBeGreaterThanOrEqual(0.98));
});

test("the name of a function finds its page before the guides that teach it", () => {
  const functions = [...known].filter((route) => /^\/docs\/api\/functions\/[^/#]+$/.test(route));
  expect(functions.length).toBeGreaterThanOrEqual(45);
  const nameOf = (route: string) => basename(route).replace(/^(ssf|stream)-/, (_, group) => `${group}.`);
  const others = functions.filter((route) => placeOf({ query: nameOf(route), routes: [route] }) !== 0);
  expect(others).toEqual([]);
});

describe("how people ask", () => {
  const { count, routes, successOfHeld, successOfAsked } = readQuestions();
  const find = (query: string) => {
    const answers = searchers.map((searcher) => searcher.search(query, 8));
    return mergeAnswers(answers, 8).results.map(({ document }) => document.sectionRoute);
  };
  test("in at least 300 ways, of which each has a page that exists", () => {
    expect(count).toBeGreaterThanOrEqual(300);
    expect(routes.filter((route) => !known.has(route))).toEqual([]);
  });
  test.each(
    some(1, [
      ["open", 0.94, 0.98],
      ["seen", 0.94, 0.98],
      ["kinds", 0.94, 0.98],
    ] as const),
  )(
    "%s questions find their pages at the ranks in the file, success at 1 at least %d, at 3 at least %d",
    async (name, at1, at3) => {
      const file = join(PROJECT, `test/search/${name}-questions.tsv`);
      const { stdout, code } = await command("search", "--check", file, "--root", PROJECT, "--json");
      const checked = JSON.parse(stdout);
      expect(checked.problems).toEqual([]);
      expect(checked.at1).toBeGreaterThanOrEqual(at1);
      expect(checked.at3).toBeGreaterThanOrEqual(at3);
      expect(code).toBe(0);
    },
  );
  test.each([
    ["the half that is held back", successOfHeld, 0.88, 0.95],
    ["questions from issues and search boxes, held back as well", successOfAsked, 0.86, 0.95],
  ] as const)("%s", (_, successOf, at1, at3) => {
    const success = successOf(find);
    expect(success.at1).toBeGreaterThanOrEqual(at1);
    expect(success.at3).toBeGreaterThanOrEqual(at3);
  });
  test.each([
    ["zen", "/docs/getting-started/zen"],
    ["roadmap", "/docs/getting-started/roadmap"],
    ["how to set column width", "/docs/csf/features/colprops"],
    ["bold cells", "/docs/csf/features/"],
    ["freeze panes", "/docs/csf/features/"],
    ["export html table to excel", "/docs/api/utilities/html"],
    ["read excel file in react", "/docs/demos/frontend/react"],
    ["sheet to jsn", "/docs/api/functions/sheet_to_json"],
    ["json to excel", "/docs/getting-started/examples/export"],
    ["excel to json", "/docs/getting-started/examples/import"],
    ["number of rows", "/docs/csf/general"],
  ])("%s", (query, page) => expect(find(query)[0]?.split("#")[0]).toBe(page));
});

const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

/** Processor time of an answer in milliseconds, the best of three: the machine may have other work. */
function timeOf(query: string): number {
  const times = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    for (const searcher of searchers) searcher.search(query, 8);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

test.each([
  ["a wildcard many times", "*a* ".repeat(128)],
  ["nothing but wildcards", "* ".repeat(256)],
  ["one word of wildcards", "*".repeat(512)],
  ["a long phrase", `"${"the sheet of the workbook and a cell ".repeat(14).slice(0, 510)}"`],
  ["a wildcard for each letter", LETTERS.map((letter) => `*${letter}*`).join(" ")],
  ["words that must not be there", "-*a* ".repeat(100)],
  ["a phrase of one word many times", `"${"the ".repeat(127)}"`],
  ["many phrases", '"of the" '.repeat(64)],
])("512 characters are answered at once: %s", (_, query) => {
  // A fifth of what these took while each word was looked for again, and each text read for each phrase.
  expect(timeOf(query.slice(0, 512))).toBeLessThan(150);
});
