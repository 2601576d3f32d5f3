import { describe, expect, test } from "vitest";
import type * as XLSX from "xlsx";
import { FORMATS } from "../formats/book-types.ts";
import { library } from "../formats/library.ts";
import { write } from "../formats/write.ts";
import { inZones } from "./in-zones.ts";

// What the pages say about values that change or vanish without a message, each run with all formats.

const firstSheet = (wb: XLSX.WorkBook): XLSX.WorkSheet => wb.Sheets[wb.SheetNames[0] ?? ""] ?? {};
const bookOf = (ws: XLSX.WorkSheet): XLSX.WorkBook => ({ SheetNames: ["S"], Sheets: { S: ws } });
const titlesWhere = (isTrue: (format: (typeof FORMATS)[number]) => boolean) =>
  FORMATS.filter(isTrue).map(({ title }) => title);
const table = (ws: XLSX.WorkSheet) => library.utils.sheet_to_html(ws, { header: "", footer: "" });

describe("HTML tables: what of a file reaches the page", () => {
  test("number formats, without options", () => {
    const ws = library.utils.aoa_to_sheet([["Head"], [{ t: "n", v: 1, z: '0" MARK"' }]]);
    const reaching = titlesWhere((format) =>
      table(firstSheet(library.read(write(bookOf(ws), format)))).includes('data-z="0" MARK'),
    );
    expect(reaching).toEqual(["BIFF4", "BIFF3", "BIFF2", "ODS", "FODS", "SYLK"]);
  });

  test("link targets are escaped and keep their scheme", () => {
    const ws = library.utils.aoa_to_sheet([["a"]]);
    library.utils.cell_set_hyperlink(ws.A1, 'other-scheme:"><i>');
    expect(table(ws)).toContain('href="other-scheme:&quot;&gt;&lt;i&gt;"');
  });
});

test("Known problems: which formats leave cells of frozen worksheets empty", () => {
  const cells = () => library.utils.aoa_to_sheet([["Head"], ["Oslo"]]);
  const frozen = () => {
    const ws = cells();
    for (const key of ["A1", "A2"]) Object.freeze(ws[key]);
    return ws;
  };
  const differing = titlesWhere((format) => !write(bookOf(frozen()), format).equals(write(bookOf(cells()), format)));
  expect(differing).toEqual(["HTML", "RTF", "PRN"]);
});

test("Known problems: only DBF makes values of empty cells", () => {
  const day = { t: "d", v: new Date(Date.UTC(2024, 0, 2)), z: "m/d/yy" };
  const ws = library.utils.aoa_to_sheet([
    ["N", "D", "T"],
    [1, day, "x"],
    [null, null, "y"],
  ]);
  const filling = titlesWhere((format) => {
    const { A3, B3 } = firstSheet(library.read(write(bookOf(ws), format), { ...format.readOptions }));
    return A3 !== undefined || B3 !== undefined;
  });
  expect(filling).toEqual(["DBF"]);
});

test("Known problems: only the XLSB reader moves values behind null, and not with sheetStubs", () => {
  const ws = library.utils.json_to_sheet([{ Id: 1, Note: null, Price: 5 }]);
  const moving = (options: XLSX.ParsingOptions) =>
    titlesWhere((format) => {
      const { C2 } = firstSheet(library.read(write(bookOf(ws), format), { ...format.readOptions, ...options }));
      return C2?.v !== 5;
    });
  expect(moving({})).toEqual(["XLSB"]);
  expect(moving({ sheetStubs: true })).toEqual([]);
});

test("Cell objects: errors without a code are written by Lotus alone", () => {
  const ws: XLSX.WorkSheet = { "!ref": "A1:B1", A1: { t: "s", v: "Head" }, B1: { t: "e", w: "#SPILL!" } };
  const keeping = titlesWhere(({ bookType, readOptions }) => {
    if (bookType === "dbf") return false; // its first row names fields
    return firstSheet(library.read(write(bookOf(ws), { bookType }), { ...readOptions })).B1 !== undefined;
  });
  expect(keeping).toEqual(["WK1", "WK3"]);
});

test("File properties: which texts the readers lose", () => {
  const Custprops = { plain: "a", feed: "a\nb", before: " a", after: "a " };
  const lost = titlesWhere((format) => {
    const wb = library.read(write({ ...bookOf(library.utils.aoa_to_sheet([[1]])), Custprops }, format));
    const found = (wb.Custprops ?? {}) as Record<string, unknown>;
    return found.plain === "a" && !("feed" in found) && !("before" in found) && !("after" in found);
  });
  expect(lost).toEqual(["XLSX", "XLSM", "XLAM", "XLSB"]);
});

test("Formulae: the FODS writer changes text in quotes", () => {
  const ws = library.utils.aoa_to_sheet([["a", { t: "n", v: 0, f: 'IF(A1="a,b",Data!A1,2)' }]]);
  expect(String(write(bookOf(ws), { bookType: "fods" }))).toContain("of:=IF([.A1]=&quot;a;b&quot;;Data![.A1];2)");
});

test("Troubleshooting: which writers throw for a `d` cell of null, and what they make of an unknown type", () => {
  const outcome = (cell: object, format: (typeof FORMATS)[number]) => {
    try {
      const ws = { "!ref": "A1:A2", A1: { t: "s", v: "Head" }, A2: cell } as XLSX.WorkSheet;
      return JSON.stringify(firstSheet(library.read(write(bookOf(ws), format), { ...format.readOptions })).A2?.v);
    } catch (error) {
      return (error as Error).message;
    }
  };
  const titles = (cell: object, expected: string) => titlesWhere((format) => outcome(cell, format) === expected);
  const throwing = titles({ t: "d", v: null }, "Cannot read properties of null (reading 'match')");
  expect(throwing).toEqual(["XLSX", "XLSM", "XLAM", "XLSB", "ODS", "FODS", "DIF"]);
  const unknown = { t: "x", v: 5 };
  expect(titles(unknown, '"5"')).toEqual(["XLSX", "XLSM", "XLAM", "WK1", "WK3"]);
  expect(titles(unknown, "5")).toEqual(["HTML", "CSV", "TXT", "RTF", "PRN"]);
  expect(titles(unknown, "0")).toEqual(["SYLK"]);
});

test("Troubleshooting: which files have underscores for characters outside ASCII", () => {
  const textIn = (text: string) => {
    const ws = library.utils.aoa_to_sheet([["Head"], [text]]);
    return titlesWhere((format) => String(firstSheet(library.read(write(bookOf(ws), format))).A2?.v).includes("_"));
  };
  const always = ["BIFF5", "BIFF4", "BIFF3", "BIFF2", "WK1", "WK3"];
  expect(textIn("é").toSorted()).toEqual(always.toSorted());
  expect(textIn("日").toSorted()).toEqual([...always, "DBF"].toSorted());
});

test("Front-end frameworks: which formats get the format of a percentage with cellNF alone", () => {
  const ws: XLSX.WorkSheet = { "!ref": "A1:A2", A1: { t: "s", v: "Head" }, A2: { t: "n", v: 0.25, z: "0%" } };
  const keeping = (options: XLSX.ParsingOptions) =>
    titlesWhere((format) => firstSheet(library.read(write(bookOf(ws), format), { ...options })).A2?.z === "0%");
  const without = keeping({});
  expect(without).toEqual(["BIFF4", "BIFF3", "BIFF2", "ODS", "FODS", "SYLK"]);
  const only = keeping({ cellNF: true }).filter((title) => !without.includes(title));
  expect(only).toEqual(["XLSX", "XLSM", "XLAM", "XLSB", "XLML", "XLS", "XLA", "BIFF5"]);
});

test("Reading files: PRN has columns of ten characters", () => {
  const rowsOf = (text: string) =>
    library.utils.sheet_to_json(firstSheet(library.read(text, { type: "string", PRN: true })), { header: 1 });
  expect(rowsOf("Name      Age       City")).toEqual([["Name", "Age", "City"]]);
  expect(rowsOf("Alexandria1       30\nJo                5")).toEqual([
    ["Alexandria1", 30],
    ["Jo", 5],
  ]);
  expect(rowsOf("Name   Age  City")).toEqual([["Name   Age", "City"]]);
});

test.each(
  inZones<(number | string)[]>(
    `
      const ws = XLSX.utils.aoa_to_sheet([[new Date(2024, 0, 2)]]);
      const bytes = XLSX.write({ SheetNames: ["S"], Sheets: { S: ws } }, { type: "buffer" });
      const [[date]] = XLSX.utils.sheet_to_json(XLSX.read(bytes, { cellDates: true }).Sheets.S, { header: 1 });
      return [ws.A1.v, date.getDate(), date.getHours(), date.getMinutes(), date.getSeconds()];
    `,
    ["Asia/Shanghai", "America/Sao_Paulo", "Europe/Paris"],
  ),
)("Moving from 0.18.5: dates are exact in $zone, where 0.18.5 is seconds off", ({ result }) => {
  expect(result).toEqual([45293, 2, 0, 0, 0]);
});

test("Find failed calculations: which writers drop errors", () => {
  const error = { t: "e", v: 7, w: "#DIV/0!", f: "1/0" } as const;
  const typeIn = (format: (typeof FORMATS)[number]) => {
    const bytes = write(bookOf(library.utils.aoa_to_sheet([["Mean"], [error], [1]])), format);
    return firstSheet(library.read(bytes, { ...format.readOptions })).A2?.t;
  };
  // DBF files have a blank number, which is read as 0.
  expect(titlesWhere((format) => !["e", "s"].includes(typeIn(format) ?? ""))).toEqual([
    "ODS",
    "FODS",
    "NUMBERS",
    "DIF",
    "DBF",
    "ETH",
  ]);
});

test("Fill in a template: only XLSX and its relatives keep the formats of empty cells", () => {
  const ws = library.utils.aoa_to_sheet([["Price"], [null]], { sheetStubs: true });
  Object.assign(ws.A2, { z: "0.00" });
  const kept = titlesWhere((format) => {
    const copy = library.read(write(bookOf(ws), format), { ...format.readOptions, cellNF: true, sheetStubs: true });
    return firstSheet(copy).A2?.z === "0.00";
  });
  expect(kept).toEqual(["XLSX", "XLSM", "XLAM"]);
});

test("Find and replace: which files contain the old text of a cell", () => {
  const holding = (cell: XLSX.CellObject) =>
    titlesWhere((format) => {
      const bytes = write(bookOf({ "!ref": "A1", A1: { ...cell } }), format);
      return firstSheet(library.read(bytes, { ...format.readOptions })).A1?.v === "old";
    });
  const text = { t: "s", v: "new" } as const;
  expect(holding({ ...text, w: "old", h: "new" })).toEqual(["CSV", "TXT", "RTF", "PRN", "WK1", "WK3"]);
  expect(holding({ ...text, w: "new", h: "old" })).toEqual(["HTML"]);
  expect(holding(text)).toEqual([]);
});

test.each([[[1, 2]], [{ a: 1 }], [new Map([[1, 2]])], [{ w: "shown" }], [{ z: "0" }]])(
  "Export nested JSON: %o in a row has no value, and only the NUMBERS writer throws",
  (value) => {
    const bytesIn = (format: (typeof FORMATS)[number]) =>
      write(bookOf(library.utils.json_to_sheet([{ a: value, b: "x" }])), format);
    for (const format of FORMATS) {
      if (format.bookType === "numbers") expect(() => bytesIn(format)).toThrow("Unsupported value");
      else expect(firstSheet(library.read(bytesIn(format), { ...format.readOptions })).A2?.v ?? "").toBe("");
    }
  },
);

test("Dates that survive: with UTC, only HTML, DIF and PRN return other dates in other zones", () => {
  const zones = inZones<string[]>(`
    const cells = ["m/d/yy", "yyyy-mm-dd"].flatMap((z) => [{ t: "d", v: new Date("2024-01-02"), z }, { t: "n", v: 45293, z }]);
    return ${JSON.stringify(FORMATS)}.map(({ bookType, readOptions }) => {
      const ws = XLSX.utils.aoa_to_sheet([["Due"], ...cells.map((cell) => [{ ...cell }])]);
      const bytes = XLSX.write(XLSX.utils.book_new(ws, "S"), { type: "buffer", bookType, numbers: NUMBERS });
      const wb = XLSX.read(bytes, { ...readOptions, cellDates: true });
      return JSON.stringify(XLSX.utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]], { UTC: true }));
    });
  `);
  const moved = FORMATS.filter((_, index) => new Set(zones.map(({ result }) => result[index])).size > 1);
  expect(moved.map(({ title }) => title)).toEqual(["HTML", "DIF", "PRN"]);
});
