import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { describe, expect, test } from "vitest";
import type * as XLSX from "xlsx";
import { FORMATS } from "../formats/book-types.ts";
import { library } from "../formats/library.ts";
import { write } from "../formats/write.ts";
import { PROJECT } from "../helpers/docgen.ts";
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

describe("the list of formulae", () => {
  const listOf = (ws: XLSX.WorkSheet | undefined) => library.utils.sheet_to_formulae(ws ?? {}, { values: false });
  const wb = { SheetNames: ["S"], Sheets: { S: library.utils.aoa_to_sheet([[1, { t: "n", v: 5, f: "A1*2" }]]) } };

  test("which XLSX formulae without a stored result it contains", () => {
    const listWith = (cell: string, options: XLSX.ParsingOptions = {}) => {
      const zip = library.CFB.read(library.write(wb, { type: "buffer" }), { type: "buffer" });
      const part = library.CFB.find(zip, "/xl/worksheets/sheet1.xml");
      if (!part) throw new Error("no sheet");
      part.content = Buffer.from(String(part.content).replace(/<c r="B1".*?<\/c>/, cell));
      return listOf(library.read(library.CFB.write(zip, { type: "buffer", fileType: "zip" }), options).Sheets.S);
    };
    for (const dense of [false, true]) {
      for (const value of ["", "<v/>", "<v></v>"])
        expect(listWith(`<c r="B1"><f>A1*2</f>${value}</c>`, { dense }), value).toEqual([]);
      expect(listWith('<c r="B1"><f>A1*2</f></c>', { dense, sheetStubs: true })).toEqual(["B1=A1*2"]);
      expect(listWith('<c r="B1" t="str"><f>A1*2</f></c>', { dense })).toEqual(["B1=A1*2"]);
    }
  });

  test("XLML formulae without a stored result are missing, even with sheetStubs", () => {
    const source = library.write(wb, { type: "string", bookType: "xlml" });
    const listWith = (data: string) =>
      listOf(
        library.read(source.replace(/<Data ss:Type="Number">5<\/Data>/, data), { type: "string", sheetStubs: true })
          .Sheets.S,
      );
    expect(listWith('<Data ss:Type="Number">5</Data>')).toEqual(["B1=A1*2"]);
    expect(listWith("")).toEqual([]);
    expect(listWith('<Data ss:Type="String"></Data>')).toEqual(["B1=A1*2"]);
  });

  test("which fields of CSV it contains", () => {
    const ws = firstSheet(library.read('a,="007",=,=1+1', { type: "string" }));
    expect(listOf(ws)).toEqual(["D1=1+1"]);
  });
});

test("text with a comma or semicolon before the first `>` is CSV, except in double quotes on one line", () => {
  const typeOf = (start: string) => library.read(`${start}<tr><td>x</td></tr></table>`, { type: "string" }).bookType;
  expect(["<table style='a:b;c:d'>", '<table style="a:b;\nc:d">'].map(typeOf)).toEqual([undefined, undefined]);
  expect(['<table style="a:b;c:d">', "<html><table style='a:b;c:d'>"].map(typeOf)).toEqual(["html", "html"]);
});

test("writeFileAsync accepts neither a workbook nor a URL as file name", () => {
  const wb = { SheetNames: ["S"], Sheets: { S: library.utils.aoa_to_sheet([[1]]) } };
  const save = library.writeFileAsync as (...values: unknown[]) => void;
  for (const name of [wb, new URL("file:///out.xlsx")])
    expect(() => save(name, wb, {}, () => undefined)).toThrow("o.file.lastIndexOf is not a function");
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

test("CSV: the option `sheet` names the only worksheet", () => {
  const namesOf = (options: XLSX.ParsingOptions) => library.read("a,b", { type: "string", ...options }).SheetNames;
  expect(namesOf({})).toEqual(["Sheet1"]);
  expect(namesOf({ sheet: "Data" } as XLSX.ParsingOptions)).toEqual(["Data"]);
});

/** @returns the titles of the formats whose first cell, written and read, passes the test */
function formatsWhere(cell: XLSX.CellObject, passes: (cell: XLSX.CellObject) => boolean, options = {}): string[] {
  return FORMATS.filter((format) => {
    // Some writers add `w` to the cells that they get.
    const ws: XLSX.WorkSheet = { "!ref": "A1:A2", A1: { t: "s", v: "Head" }, A2: { ...cell } };
    const bytes = write({ SheetNames: ["S"], Sheets: { S: ws } }, format);
    const { A1, A2 } = firstSheet(library.read(bytes, { ...format.readOptions, ...options }));
    return passes(A2 ?? A1);
  }).map(({ title }) => title);
}

test("Math and statistics: which formats change fractions and negative numbers", () => {
  const changing = (v: number, w?: { w: string }) => formatsWhere({ t: "n", v, ...w }, (cell) => cell.v !== v);
  expect(changing(1 / 3)).toEqual(["HTML", "CSV", "TXT", "RTF", "PRN", "WK3"]);
  expect(changing(1 / 3, { w: "0.33" })).toEqual(["HTML", "CSV", "TXT", "DIF", "RTF", "PRN", "WK3"]);
  expect(changing(-2.25)).toEqual(["NUMBERS", "WK3"]);
  expect(formatsWhere({ t: "n", v: -2.25 }, ({ v }) => v === 0)).toEqual(["NUMBERS"]);
});

test("Large datasets: with `cellText: false`, which formats need `cellNF` for percentages and dates in CSV", () => {
  const plain = (cell: XLSX.CellObject, options: XLSX.ParsingOptions) =>
    formatsWhere(cell, (copy) => library.utils.format_cell(copy) === String(cell.v), { cellText: false, ...options });
  const workbooks = ["XLSX", "XLSM", "XLAM", "XLSB", "XLML", "XLS", "XLA", "BIFF5"];
  const date: XLSX.CellObject = { t: "n", v: 45293, z: "m/d/yy" };
  const percentage: XLSX.CellObject = { t: "n", v: 0.25, z: "0%" };
  expect(plain(date, {})).toEqual([...workbooks, "CSV", "TXT", "DIF", "ETH", "WK3"]);
  expect(plain(date, { cellNF: true })).toEqual(["DIF", "ETH", "WK3"]);
  const others = ["NUMBERS", "CSV", "TXT", "DIF", "DBF", "RTF", "ETH", "WK1", "WK3"];
  expect(plain(percentage, {}).filter((title) => title !== "PRN")).toEqual([...workbooks, ...others]);
  expect(plain(percentage, { cellNF: true }).filter((title) => title !== "PRN")).toEqual(others);
});

describe("JavaScript engines", () => {
  const scriptOf = (name: string) => readFileSync(join(PROJECT, "node_modules/xlsx/dist", `${name}.min.js`), "utf8");
  const CODE = "var wb = XLSX.read(file, options); XLSX.utils.sheet_to_csv(wb.Sheets[wb.SheetNames[0]])";
  /** The formats by what a bare context makes of a file: its rows as CSV, or the message of an error. */
  const outcomesIn = (lacking: string, script = "xlsx.full") => {
    const context = createContext({});
    runInContext(`${lacking}; ${scriptOf(script)}`, context);
    const ws = library.utils.aoa_to_sheet([["Head"], [{ t: "n", v: 45293, z: "m/d/yy" }]]);
    const outcomes: Record<string, string[]> = {};
    for (const format of FORMATS) {
      const file = write({ SheetNames: ["S"], Sheets: { S: ws } }, format).toString("base64");
      Object.assign(context, { file, options: { type: "base64", ...format.readOptions } });
      let outcome: string;
      try {
        outcome = runInContext(CODE, context).replace("\n", " ");
      } catch (error) {
        outcome = (error as Error).message;
      }
      outcomes[outcome] = [...(outcomes[outcome] ?? []), format.title];
    }
    return outcomes;
  };

  test("which readers need `getYear` and `substr`", () => {
    const withoutYear = outcomesIn("delete Date.prototype.getYear");
    expect(withoutYear["n.getYear is not a function"]).toEqual(["HTML", "CSV", "TXT", "DIF", "PRN"]);
    const withoutSubstr = outcomesIn("delete String.prototype.substr");
    expect(withoutSubstr["Head 45293"]).toEqual(expect.arrayContaining(["XLSX", "XLSB", "XLS", "ODS"]));
  });

  test("what the smaller scripts cannot read", () => {
    const mini = Object.entries(outcomesIn("", "xlsx.mini")).filter(([text]) => !text.startsWith("Head"));
    const others = ["XLSX", "XLSM", "XLAM", "ODS", "SYLK", "CSV", "TXT", "DIF", "DBF", "PRN", "ETH"];
    const titles = FORMATS.map(({ title }) => title).filter((title) => !others.includes(title));
    expect(mini.flatMap(([, failing]) => failing).toSorted()).toEqual(titles.toSorted());
    expect(Object.keys(outcomesIn("", "xlsx.core")).filter((text) => !text.startsWith("Head"))).toEqual([]);
  });

  test("the scripts do not use the name `global`", () => {
    for (const name of ["shim", "xlsx.mini", "xlsx.core", "xlsx.full"])
      expect(scriptOf(name), name).not.toMatch(/\bglobal\b/);
  });
});

describe("what a conversion loses", () => {
  const workbook = (ws: XLSX.WorkSheet): XLSX.WorkBook => ({ SheetNames: ["S"], Sheets: { S: ws } });
  const through = (ws: XLSX.WorkSheet, bookType: XLSX.BookType, options: XLSX.ParsingOptions) =>
    firstSheet(library.read(library.write(workbook(ws), { type: "buffer", bookType }), options));

  test("formats of dates and percentages in text files", () => {
    const ws = library.utils.aoa_to_sheet([
      [
        { t: "n", v: 45293, z: "m/d/yyyy" },
        { t: "n", v: 0.5, z: "0%" },
      ],
    ]);
    const formats = (bookType: XLSX.BookType, options: XLSX.ParsingOptions) => {
      const { A1, B1 } = through(ws, bookType, options);
      return [A1?.z, B1?.z];
    };
    expect(formats("csv", {})).toEqual([undefined, undefined]);
    expect(formats("csv", { cellNF: true })).toEqual(["m/d/yy", undefined]);
    expect(formats("html", { cellNF: true })).toEqual(["m/d/yy", undefined]);
    expect(formats("xlml", {})).toEqual([undefined, undefined]);
    expect(formats("xlml", { cellNF: true })).toEqual(["m/d/yyyy", "0%"]);
  });

  test("hidden rows, columns and sheets in ODS", () => {
    const ws = library.utils.aoa_to_sheet([["a"], ["b"]]);
    ws["!rows"] = [{}, { hidden: true }];
    ws["!cols"] = [{ hidden: true }];
    const wb = { ...workbook(ws), Workbook: { Sheets: [{ Hidden: 1 as const }] } };
    const text: string = library.write(wb, { type: "string", bookType: "fods" });
    expect(text).not.toMatch(/table:visibility|table:display="false"/);
  });

  test("the order of columns that are empty in the first row", () => {
    const rows = library.utils.sheet_to_json(
      library.utils.aoa_to_sheet([
        ["A", "B", "C"],
        [1, null, 3],
        [4, 5, 6],
      ]),
    );
    const csv = (options: XLSX.JSON2SheetOpts) =>
      library.utils.sheet_to_csv(library.utils.json_to_sheet(rows, options)).split("\n")[0];
    expect(csv({})).toBe("A,C,B");
    expect(csv({ header: ["A", "B", "C"] })).toBe("A,B,C");
  });

  test("rows of empty text stay, with blankrows: false", () => {
    const ws = library.utils.aoa_to_sheet([
      ["A", "B"],
      ["", ""],
      [1, 2],
    ]);
    expect(library.utils.sheet_to_csv(ws, { blankrows: false })).toBe("A,B\n,\n1,2");
    expect(library.utils.sheet_to_json(ws)).toHaveLength(2);
  });

  test("cells that hold only a format count as used in XLML", () => {
    const text = `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"
      xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="S"><Table>
      <Row><Cell><Data ss:Type="String">a</Data></Cell></Row>
      <Row ss:Index="20"><Cell ss:Index="8" ss:StyleID="s62"/></Row></Table></Worksheet></Workbook>`;
    expect(firstSheet(library.read(text, { type: "string" }))["!ref"]).toBe("A1:H20");
  });
});
