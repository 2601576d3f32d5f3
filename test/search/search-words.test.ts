import fc from "fast-check";
import { expect, test } from "vitest";
import { findWords } from "../../src/client/search/find-words.ts";

/** The words that are marked in a text. */
const words = (text: string, ...terms: string[]) =>
  findWords(text, terms).map(([start, end]) => text.slice(start, end));

test.each([
  [
    "whole words that begin with a term, whatever their case",
    "Format formats reformat",
    ["format"],
    ["Format", "formats"],
  ],
  ["forms of a stem", "A library of libraries", ["librari"], ["library", "libraries"]],
  ["a piece of an identifier", "call sheet_to_json here", ["json"], ["json"]],
  ["an identifier as one", "XLSX.utils.sheet_to_json(ws)", ["sheet", "to", "json"], ["sheet_to_json"]],
  ["a part in camel case", "set cellDates and UTF8Text", ["dates", "text"], ["Dates", "Text"]],
  ["what begins with a sign", 'ws["!merges"] and .xlsb', ["!merges", ".xlsb"], ["!merges", ".xlsb"]],
  ["short terms only as whole words", "to together, R or Rust", ["to", "r"], ["to"]],
  ["a single letter where there is nothing else", "R or Rust", ["r"], ["R"]],
  ["letters with accents", "Cafés in Zürich", ["cafe", "zurich"], ["Cafés", "Zürich"]],
  ["letters written otherwise", "Straße, cœur, IŞIK", ["strasse", "coeur", "isik"], ["Straße", "cœur", "IŞIK"]],
  ["decomposed letters", "Größe Übergröße".normalize("NFD"), ["grosse"], ["Größe".normalize("NFD")]],
  ["decomposed syllables", "보고서를".normalize("NFD"), ["보고서"], ["보고서".normalize("NFD")]],
  [
    "words with places to break them",
    "a Donau\u00addampf\u00adschiff",
    ["donaudampfschiff"],
    ["Donau\u00addampf\u00adschiff"],
  ],
  ["vowels with their letters", "हिन्दी में", ["हिन्दी", "न्दी"], ["हिन्दी"]],
  ["parts of Korean and Thai", "한국어는 ภาษาไทย", ["국어", "ไทย"], ["국어", "ไทย"]],
  ["pairs of letters as one", "读取文件了", ["取文", "文件"], ["取文件"]],
  ["words beside a script without spaces", "表Excelファイル", ["excel"], ["Excel"]],
  ["parts of Persian words", "می\u200cخواهم", ["خواهم"], ["خواهم"]],
  ["letters of two units", "𠮷野家𠮷", ["𠮷野", "𠮷"], ["𠮷野", "𠮷"]],
  ["no half of a letter that is written as two", "Maßanzug", ["sanzug"], []],
  ["parts of text without spaces", "表計算ソフト", ["計算"], ["計算"]],
  ["nothing for terms that are patterns", "a.b axb", ["a.b"], ["a.b"]],
])("marks %s", (_, text, terms, expected) => {
  expect(words(text, ...terms)).toEqual(expected);
});

test("any terms in any text: marks are in order, inside the text and not empty", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.array(fc.string({ unit: "grapheme" })), (text, terms) => {
      let last = 0;
      for (const [start, end] of findWords(text, terms)) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(text.length);
        last = end;
      }
    }),
  );
});
