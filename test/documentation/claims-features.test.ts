import { expect, test } from "vitest";
import type * as XLSX from "xlsx";
import { FORMATS, type Format } from "../formats/book-types.ts";
import { library } from "../formats/library.ts";
import { write } from "../formats/write.ts";

// What the pages about features say in prose, beside their generated tables, each run with all formats.

const { aoa_to_sheet } = library.utils;
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

test("Number formats: `#,##0.##` fails only for numbers with decimals", () => {
  expect(library.SSF.format("#,##0.##", 5)).toBe("5.");
  expect(() => library.SSF.format("#,##0.##", 5.5)).toThrow("unsupported format |#,##0.##|");
});

test("Formulae: a semicolon or a line break makes `read` take SYLK for CSV, or cuts the formula", () => {
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
  expect(firstOf("SUM(1;2)")).toEqual(["ID", undefined]);
  expect(firstOf("A1+\n1")).toEqual(["ID", undefined]);
});

/** @returns the first worksheet of a file of that format, read with its styles */
function reread(ws: XLSX.WorkSheet, bookType: string): XLSX.WorkSheet {
  return firstSheet(library.read(write(bookOf(ws), { bookType }), { cellStyles: true }));
}

test.each([
  ["$A$1:$B$2", { "all cells": "ODS FODS NUMBERS HTML ETH", "no cells": "DIF RTF PRN" }, "throws"],
  ["a1:b2", { "no cells": "ODS FODS NUMBERS DIF RTF PRN ETH" }, "throws"],
  ["1:2", { "no cells": "ODS FODS NUMBERS DIF RTF PRN ETH" }, "throws"],
  ["A:B", {}, "no cells"],
  ["", { "first cell": "XLSB XLS XLA BIFF5 BIFF4 BIFF3 BIFF2 ODS FODS", throws: "XLSX XLSM XLAM CSV TXT" }, "no cells"],
])("Sheet objects: what the writers do with the range `%s`", (ref, named: Record<string, string>, others) => {
  const outcomes = titlesByResult((format) => {
    const ws = { ...aoa_to_sheet([["h"], [1]]), "!ref": ref };
    try {
      const { A1, A2 } = firstSheet(library.read(write(bookOf(ws), format), { ...format.readOptions }));
      return A2 ? "all cells" : A1 ? "first cell" : "no cells";
    } catch (error) {
      return String((error as Error).message).startsWith("invalid column -1") ? "throws" : "no cells";
    }
  });
  const listed = Object.values(named).join(" ").split(" ");
  const rest = FORMATS.map(({ title }) => title).filter((title) => !listed.includes(title));
  const found = Object.entries(outcomes).map(([outcome, titles]) => [outcome, titles.join(" ")]);
  expect(Object.fromEntries(found)).toEqual({ ...named, [others]: rest.join(" ") });
});

test("Column properties: XLS stores width 0 for a column without a width", () => {
  const cols = { ...aoa_to_sheet([["x"]]), "!cols": [{ level: 1 }] };
  expect(["xlsb", "xls"].map((bookType) => reread(cols, bookType)["!cols"]?.[0]?.width)).toEqual([10, 0]);
});

test("Comments: an empty list becomes an empty note in some formats", () => {
  const ws = aoa_to_sheet([["x"]]);
  ws.A1.c = [];
  const noted = titlesByResult(({ bookType }) => reread(ws, bookType).A1?.c?.length);
  expect(noted["1"]).toEqual(["XLS", "XLA", "BIFF5", "BIFF4", "BIFF3", "BIFF2", "ODS", "FODS", "NUMBERS"]);
});

test("Hyperlinks: ODS and FODS damage a range without a sheet, XLS keeps long relative paths", () => {
  const targetIn = (Target: string, bookType: string) => {
    const ws = aoa_to_sheet([["x"]]);
    ws.A1.l = { Target };
    return reread(ws, bookType).A1.l?.Target;
  };
  const targets = ["xlsx", "xls", "xlml", "ods", "fods"].map((bookType) => targetIn("#A1:B4", bookType));
  expect(targets).toEqual(["#A1:B4", "#A1:B4", "#A1:B4", "#A1!undefined:B4", "#A1!undefined:B4"]);
  expect(targetIn("#S!A1:B4", "ods")).toBe("#S!A1:B4");
  expect(["../", "https://e.com/"].map((start) => targetIn(start.padEnd(400, "x"), "xls")?.length)).toEqual([400, 232]);
});

test("Known problems: XLML decodes decimal codes twice, BIFF5 with bookSST reads back if it has no text", () => {
  const back = (value: unknown, bookType: string, options = {}) =>
    firstSheet(library.read(write(bookOf(aoa_to_sheet([[value]])), { bookType }, options))).A1.v;
  expect(["&#65;", "&#x41;", "&lt;"].map((text) => back(text, "xlml"))).toEqual(["A", "&#x41;", "&lt;"]);
  expect(back(7, "biff5", { bookSST: true })).toBe(7);
  expect(() => back("a", "biff5", { bookSST: true })).toThrow("(reading 't')");
});

test("Cell objects: which writers round up the last numbers before a power of two", () => {
  const back = (v: number, format: Format) => {
    const bytes = write(bookOf(aoa_to_sheet([["Head"], [v]])), format);
    return firstSheet(library.read(bytes, { ...format.readOptions })).A2?.v;
  };
  const rounding = FORMATS.filter((format) => back(2 ** 53 - 1, format) === 2 ** 53);
  const titles = ["XLSB", "XLS", "XLA", "BIFF5", "BIFF4", "BIFF3", "BIFF2", "DBF", "WK1"];
  expect(rounding.map(({ title }) => title)).toEqual(titles);
  for (const format of rounding) {
    expect(back(7.999999999999999, format)).toBe(8);
    expect(back(2 ** -29, format)).toBe(2 ** -30);
    const errors = Array.from({ length: 60 }, (_, k) => 2 ** 53 - 1 - k).map((v) => Number(back(v, format)) - v);
    expect(Math.max(...errors)).toBeLessThanOrEqual(513);
  }
});

test("Glossary: where the range begins if its first rows and columns have no cells", () => {
  const starts = titlesByResult((format) => {
    const ws = { "!ref": "B3:E7", D5: { t: "s", v: "a" }, E6: { t: "s", v: "b" } };
    const range = firstSheet(library.read(write(bookOf(ws), format), { ...format.readOptions }))["!ref"];
    return `from ${range?.split(":")[0]}`;
  });
  expect(starts["from B3"]).toEqual(["XLSX", "XLSM", "XLAM", "XLSB", "XLS", "XLA", "BIFF5", "WK1"]);
  expect(starts["from D3"]).toEqual(["XLML"]);
  expect(starts["from D5"]).toEqual(["ODS", "FODS"]);
  // HTML files store no position.
  expect(starts["from C3"]).toEqual(["HTML"]);
  expect(starts["from undefined"]).toEqual(["DBF"]);
});

test("Known problems: PRN alone cuts numbers at ten characters", () => {
  const cut = (v: number) =>
    titlesByResult((format) => {
      const bytes = write(bookOf(aoa_to_sheet([["Head"], [v]])), format);
      return `as ${firstSheet(library.read(bytes, { ...format.readOptions })).A2?.v}`;
    });
  expect(cut(12345678901)["as 1234567890"]).toEqual(["PRN"]);
  expect(cut(-1234567890)["as -123456789"]).toEqual(["PRN"]);
  expect(cut(123456789012)["as 12.3457"]).toEqual(["PRN"]);
});

test("HTML tables: `read` makes no sheet of a table inside another", () => {
  const inner = "<table><tr><td>in</td></tr></table>";
  const html = `<table><tr><td>a${inner}</td><td>x</td></tr></table><table><tr><td>b</td></tr></table>`;
  expect(library.read(html, { type: "string" }).SheetNames).toEqual(["Sheet1", "Sheet2"]);
});
