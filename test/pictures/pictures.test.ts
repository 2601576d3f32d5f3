import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { imageSize } from "image-size";
import { describe, expect, test } from "vitest";
import { PICTURES } from "./list.mjs";
import made from "./made.json";
import { DOCS, MAX_BYTES, shownPictures, stampOf } from "./samples.mjs";

/** Pixels, two for each CSS pixel; the column of text is not wider. */
const MAX_WIDTH = 2 * 760;

const shown = shownPictures();
const stamps: Readonly<Record<string, string>> = made;
const names = Object.keys(PICTURES).sort();

describe("pictures of spreadsheets", () => {
  test("are those of the list, each once in a page", () => {
    expect(shown.map(({ picture }) => picture).sort()).toEqual(names);
    const files = readdirSync(DOCS, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));
    expect(files.filter((name) => name.endsWith(".webp")).sort()).toEqual(names);
    expect(names.filter((name) => !name.endsWith("@2x.webp"))).toEqual([]);
  });

  test("are small", () => {
    const files = names.map((picture) => join(DOCS, picture)).filter((path) => existsSync(path));
    expect(files.filter((path) => statSync(path).size > MAX_BYTES)).toEqual([]);
    expect(files.filter((path) => imageSize(readFileSync(path)).width > MAX_WIDTH)).toEqual([]);
  });

  test("say in words what is to be seen", () => {
    expect(shown.filter(({ alt }) => alt.length < 30 || !/[.?]$/.test(alt)).map(({ picture }) => picture)).toEqual([]);
    expect(new Set(shown.map(({ alt }) => alt)).size).toBe(shown.length);
  });

  test("show the sample above them as it is now; if not: node test/pictures/make.mjs", () => {
    const stale = shown.filter((entry) => stamps[entry.picture] !== stampOf(entry));
    expect(stale.map(({ page, picture }) => `${page}: node test/pictures/make.mjs ${picture}`)).toEqual([]);
  });
});
