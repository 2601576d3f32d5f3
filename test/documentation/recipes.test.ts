import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { drawSheets } from "../../content/_samples/draw-sheets.mjs";
import { keptNames } from "../../src/markdown/fence-meta.ts";
import { PROJECT } from "../helpers/docgen.ts";
import { readPages } from "./pages.ts";

const FOLDER = join(PROJECT, "content/static/samples/docs/cookbook");
const COOKBOOK = "content/docs/cookbook/";
const recipes = readPages().filter(({ path }) => path.startsWith(COOKBOOK));
const drawn = readFileSync(join(PROJECT, "content/components/sheets.json"), "utf8");

test("the tables of recipes are drawn from their files: node content/_samples/draw-sheets.mjs", () => {
  expect(drawn).toBe(drawSheets());
});

test("recipes show files that they keep, and those that keep files show them", () => {
  const sheets = JSON.parse(drawn) as Record<string, { readonly name: string }[]>;
  const faults: string[] = [];
  let shown = 0;
  for (const { path, body, fences } of recipes) {
    const recipe = path.slice(COOKBOOK.length).replace(/\.md$/, "");
    const kept = fences.flatMap((fence) => keptNames(fence));
    const tags = [...body.matchAll(/<BeforeAfter of="(.*?)" before="(.*?)"(?: after="(.*?)")? \/>/g)];
    if (tags.length === 0 && kept.length > 0) faults.push(`${path}: shows no file`);
    for (const [, of, before = "", after] of tags) {
      if (of !== recipe) faults.push(`${path}: of="${of}"`);
      for (const shownFile of [before, after ?? []].flat().flatMap((list) => list.split(","))) {
        const [file = "", sheet] = shownFile.trim().split("#");
        const list = sheets[`${recipe}/${file}`] ?? [];
        const isThere = sheet === undefined ? list.length > 0 : list.some(({ name }) => name.trim() === sheet);
        if (!kept.includes(file) || !isThere) faults.push(`${path}: ${shownFile}`);
        shown += 1;
      }
    }
  }
  expect(faults).toEqual([]);
  expect(shown).toBeGreaterThan(70);
});

test("files of recipes are small", () => {
  const paths = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((path) => /\.\w+$/.test(path));
  expect(paths.filter((path) => statSync(join(FOLDER, path)).size > 20_000)).toEqual([]);
});

/** Recipes that write only counts or reports of what they read, or whose files are CSV. */
const REPORTS = ["read/failed-formulas", "change/count-values", "change/pivot", "read/leading-zeros"];

test("recipes that write what they read keep its dates", () => {
  const options = recipes.flatMap(({ path, fences }) =>
    fences.flatMap(({ code }) => {
      const reads = [...code.matchAll(/\breadFile\(.*/g)].map(({ 0: text, index }) => ({ text, index }));
      const isWritten = (index: number) =>
        /\b(write|writeFile|save)\(/.test(code.slice(index).replace(/fs\S*\.writeFile\w*\(/g, ""));
      return reads.filter(({ index }) => isWritten(index)).map(({ text }) => ({ path, text }));
    }),
  );
  const without = options.filter(
    ({ path, text }) => !/cellNF|cellDates|raw: true/.test(text) && !REPORTS.some((name) => path.includes(name)),
  );
  expect(without).toEqual([]);
  expect(options.length).toBeGreaterThan(15);
});
