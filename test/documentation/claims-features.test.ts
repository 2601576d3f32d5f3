import { expect, test } from "vitest";
import type * as XLSX from "xlsx";
import { FORMATS } from "../formats/book-types.ts";
import { library } from "../formats/library.ts";
import { write } from "../formats/write.ts";

// What the pages about features say in prose, beside their generated tables, each run with all formats.

const { aoa_to_sheet, decode_range, encode_range } = library.utils;
const firstSheet = (wb: XLSX.WorkBook): XLSX.WorkSheet => wb.Sheets[wb.SheetNames[0] ?? ""] ?? {};
const bookOf = (ws: XLSX.WorkSheet): XLSX.WorkBook => ({ SheetNames: ["S"], Sheets: { S: ws } });

/** @returns the titles of all formats by what `resultOf` gives for them */
function titlesByResult(resultOf: (format: (typeof FORMATS)[number]) => unknown): Record<string, string[]> {
  const titles: Record<string, string[]> = {};
  for (const format of FORMATS) {
    const result = String(resultOf(format));
    titles[result] = [...(titles[result] ?? []), format.title];
  }
  return titles;
}

test("Comments: the readers damage the text of threads in XLSX and XLSB, and that of notes in neither", () => {
  const damaging = (part: { a: string; t: string; T?: boolean }) =>
    titlesByResult((format) => {
      const ws = aoa_to_sheet([["x"]]);
      ws.A1.c = [part];
      return firstSheet(library.read(write(bookOf(ws), format))).A1?.c?.[0]?.t;
    })["Ã¼"];
  expect(damaging({ a: "Ada", t: "ü", T: true })).toEqual(["XLSX", "XLSM", "XLAM", "XLSB", "SYLK"]);
  expect(damaging({ a: "Ada", t: "ü" })).toEqual(["SYLK"]);
});

test("File properties: only the readers of XLSX and its relatives lose white space at the ends of custom text", () => {
  const spaced = titlesByResult((format) => {
    const wb = { ...bookOf(aoa_to_sheet([["x"]])), Custprops: { Note: " a" } };
    return library.read(write(wb, format)).Custprops?.["Note" as never];
  });
  expect(spaced[" a"]).toEqual(["XLML", "XLS", "XLA"]);
});

test("Merged cells: XLML, ODS, FODS and HTML lose an area only if another one covers its first cell", () => {
  const kept = (...areas: string[]) =>
    titlesByResult((format) => {
      const ws = aoa_to_sheet([
        ["a", "b", "c"],
        ["d", "e", "f"],
        ["g", "h", "i"],
      ]);
      ws["!merges"] = areas.map((area) => decode_range(area));
      return firstSheet(library.read(write(bookOf(ws), format)))["!merges"]?.map((area) => encode_range(area));
    });
  expect(kept("A1:B2", "B2:C3")["A1:B2"]).toEqual(["XLML", "ODS", "FODS", "HTML"]);
  expect(kept("B1:B3", "A2:B2")["B1:B3,A2:B2"]).toEqual(expect.arrayContaining(["XLML", "ODS", "FODS", "HTML"]));
});

test("Number formats: `#,##0.##` fails only for numbers with decimals", () => {
  expect(library.SSF.format("#,##0.##", 5)).toBe("5.");
  expect(() => library.SSF.format("#,##0.##", 5.5)).toThrow("unsupported format |#,##0.##|");
});

test("Formulae: a semicolon in quotes or a line break makes `read` take SYLK for CSV, another one cuts the formula", () => {
  const firstOf = (f: string) => {
    const ws = aoa_to_sheet([["Head"], [{ t: "n", v: 1, f }]]);
    const sylk = FORMATS.filter(({ title }) => title === "SYLK");
    return sylk
      .map((format) => firstSheet(library.read(write(bookOf(ws), format))))
      .map(({ A1, A2 }) => [A1.v, A2.f])[0];
  };
  expect(firstOf("A1+1")).toEqual(["Head", "A1+1"]);
  expect(firstOf("SUM(A1;A1)")).toEqual(["Head", "SUM(A1"]);
  expect(firstOf('LEN("a;b")')).toEqual(["ID", undefined]);
  expect(firstOf("A1+\n1")).toEqual(["ID", undefined]);
});
