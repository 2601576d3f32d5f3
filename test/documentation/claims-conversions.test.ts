import { describe, expect, test } from "vitest";
import type * as XLSX from "xlsx";
import { FORMATS } from "../formats/book-types.ts";
import { library } from "../formats/library.ts";
import { write } from "../formats/write.ts";
import { readPages } from "./pages.ts";

// What pages claim of files that go through the library, and of the form in which bytes reach it.

const firstSheet = (wb: XLSX.WorkBook): XLSX.WorkSheet => wb.Sheets[wb.SheetNames[0] ?? ""] ?? {};
const day = new Date(Date.UTC(2024, 0, 2));

describe("a file that counts from 1904", () => {
  const ws = { "!ref": "A1", A1: { t: "d", v: day, z: "yyyy-mm-dd" } } as XLSX.WorkSheet;
  const wb: XLSX.WorkBook = { SheetNames: ["S"], Sheets: { S: ws }, Workbook: { WBProps: { date1904: true } } };
  const sources = FORMATS.filter(({ bookType }) => ["xlsx", "xlsb", "numbers"].includes(bookType));

  const converted = (options: XLSX.ParsingOptions, date1904?: boolean) =>
    sources.map((format) => {
      const source = library.read(write(wb, format), options);
      if (date1904 !== undefined) source.Workbook = { WBProps: { date1904 } };
      const copy = library.read(library.write(source, { type: "buffer" }));
      return [firstSheet(copy).A1?.v, copy.Workbook?.WBProps?.date1904];
    });

  test("makes XLSX files that count from 1904, with cellDates, too", () => {
    expect(sources).toHaveLength(3);
    for (const options of [{ cellNF: true }, { cellDates: true }])
      for (const [code, date1904] of converted(options)) expect([code, date1904]).toEqual([43831, true]);
  });

  test("makes XLSX files that count from 1900, if date1904 is set to false", () => {
    for (const [code, date1904] of converted({ cellDates: true }, false))
      expect([code, date1904]).toEqual([45293, false]);
  });
});

describe("CSV as bytes", () => {
  const first = (data: unknown, options: XLSX.ParsingOptions) => firstSheet(library.read(data, options)).A1?.v;

  test("which types of input take a codepage", () => {
    const bytes = Buffer.from([0xc6, 0x2c, 0xfe]);
    const options = { codepage: 1251 };
    expect(first(bytes, { ...options, type: "buffer" })).toBe("Ж");
    expect(first(bytes.toString("latin1"), { ...options, type: "binary" })).toBe("Ж");
    for (const data of [bytes, new Uint8Array(bytes), new Uint8Array(bytes).buffer])
      expect(first(data, options)).toBe("Æ");
    expect(first(bytes.toString("base64"), { ...options, type: "base64" })).toBe("Æ");
  });

  test("a Uint8Array that is taken for a Buffer", () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    for (const text of [" a", "\na", "\r\n<table><tr><td>a</td></tr></table>"])
      expect(first(bytes(text), { type: "buffer" }), text).toBe(text.charCodeAt(0));
    expect(first(bytes("Zoë"), { type: "buffer", codepage: 65001 })).toBe(90);
    expect(first(bytes("Zoë"), { type: "array", codepage: 65001 })).toBe("Zoë");
  });
});

describe("One sheet for each value of a column: `nameOf` makes a valid name from any text", () => {
  const code =
    readPages().find(({ route }) => route === "/docs/cookbook/change/split-by-column")?.fences[0]?.code ?? "";
  const [source = ""] = /^function nameOf[\s\S]*?^}/m.exec(code) ?? [];
  const nameOf = new Function(`return ${source}`)() as (key: string) => string;

  test.each([
    "South/East",
    "a\nb\tc",
    "\u0000x\u007f",
    "' '",
    "'  a  '",
    `${"x".repeat(27)}😀`,
    "a\ud800b",
    "HISTORY",
    "",
    '[x]:*?\\/<>"|',
    "x".repeat(40),
    "  ' History ' ",
  ])("%j", (key) => {
    const name = nameOf(key);
    expect(name).toMatch(/^[^\s'].*[^\s']$|^[^\s']$/u);
    expect(name).not.toMatch(/\p{Cc}|\p{Cs}|[:\\/?*[\]<>"|]/u);
    const wb = library.utils.book_new();
    const names = [0, 1].map(() => library.utils.book_append_sheet(wb, library.utils.aoa_to_sheet([[1]]), name, true));
    for (const bookType of ["xlsx", "xlsb", "xls", "ods"])
      expect(library.read(write(wb, { bookType })).SheetNames).toEqual(names);
  });
});

test("Which date option: in which formats the read option dateNF changes the text of dates", () => {
  const changing = (z: string, value: object = { t: "n", v: 45293 }) =>
    FORMATS.filter((format) => {
      const ws = library.utils.aoa_to_sheet([["Due"], [{ ...value, z }]]);
      const bytes = write({ SheetNames: ["S"], Sheets: { S: ws } }, format);
      const [text, other] = [{}, { dateNF: "yyyy-mm-dd" }].map((options) => {
        const cell = firstSheet(library.read(Buffer.from(bytes), { ...format.readOptions, ...options })).A2;
        return cell && library.utils.format_cell(cell);
      });
      return text !== other;
    }).map(({ title }) => title);
  const ofAnyDate = ["DBF", "WK1"];
  const ofShortDates = ["XLSX", "XLSM", "XLAM", "XLSB", "XLS", "XLA", "BIFF5", "BIFF4", "BIFF3", "BIFF2"];
  expect(changing("d mmm yyyy")).toEqual(ofAnyDate);
  const ofText = ["CSV", "TXT", "PRN"];
  expect(changing("m/d/yy").sort()).toEqual([...ofShortDates, ...ofText, ...ofAnyDate].sort());
  expect(changing("yyyy/mm/dd").sort()).toEqual([...ofText, ...ofAnyDate].sort());
  expect(changing("yyyy/mm/dd", { t: "d", v: day }).sort()).toEqual([...ofText, "DIF", ...ofAnyDate].sort());
});
