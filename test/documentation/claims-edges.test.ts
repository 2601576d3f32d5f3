import { once } from "node:events";
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { runInNewContext } from "node:vm";
import { afterAll, describe, expect, test, vi } from "vitest";
import type * as XLSX from "xlsx";
import minified from "xlsx/dist/xlsx.full.min.js";
import { FORMATS } from "../formats/book-types.ts";
import { library } from "../formats/library.ts";
import { write } from "../formats/write.ts";
import { readPages } from "./pages.ts";

// What pages say about arguments at the edge of what a function takes: reversed ranges, missing sheets, dense sheets.

const { utils } = library;
const undeclared = utils as unknown as {
  sheet_get_cell(ws: XLSX.WorkSheet, address: string | XLSX.CellAddress | number, col?: number): XLSX.CellObject;
};
const bookOf = (ws: XLSX.WorkSheet): XLSX.WorkBook => ({ SheetNames: ["S"], Sheets: { S: ws } });
const firstSheet = (wb: XLSX.WorkBook): XLSX.WorkSheet => wb.Sheets[wb.SheetNames[0] ?? ""] ?? {};

test("sheet_get_cell: `$A$1` makes a stub in a sparse sheet, and a negative column throws", () => {
  const ws = utils.aoa_to_sheet([[1]]);
  expect(undeclared.sheet_get_cell(ws, "$A$1")).toEqual({ t: "z" });
  expect(() => undeclared.sheet_get_cell(ws, 0, -1)).toThrow("invalid column -1");
});

test("a range in lower case throws in all exports, one with dollar signs in all but sheet_to_html", () => {
  const { sheet_to_csv, sheet_to_txt, sheet_to_html, sheet_to_json, sheet_to_formulae } = utils;
  const exports = [sheet_to_csv, sheet_to_txt, sheet_to_html, sheet_to_json, sheet_to_formulae];
  const throwing = (range: string) =>
    exports.filter((turn) => {
      try {
        return turn({ ...utils.aoa_to_sheet([[1]]), "!ref": range }) === undefined;
      } catch (error) {
        return (error as Error).message === "invalid column -1";
      }
    });
  expect(throwing("a1:b2")).toEqual(exports);
  expect(throwing("$A$1:$B$2")).toEqual(exports.filter((turn) => turn !== sheet_to_html));
});

test("sheet_add_aoa and sheet_add_json: dense counts if there is no sheet yet", () => {
  const none = undefined as unknown as XLSX.WorkSheet;
  for (const ws of [
    utils.sheet_add_aoa(none, [[1]], { dense: true }),
    utils.sheet_add_json(none, [{ a: 1 }], { dense: true }),
  ])
    expect(Object.keys(ws)).toContain("!data");
  expect(Object.keys(utils.sheet_add_aoa({}, [[1]], { dense: true }))).not.toContain("!data");
});

describe("stream.to_xlml", () => {
  const textOf = async (wb: XLSX.WorkBook, options = {}) => {
    const stream = library.stream.to_xlml(wb, options);
    let text = "";
    stream.on("data", (chunk: Buffer) => (text += chunk));
    await once(stream, "end");
    return text;
  };
  const ws = utils.aoa_to_sheet([[1]]);

  test("throws if the first sheet is missing", () => {
    expect(() => library.stream.to_xlml({ SheetNames: ["A", "B"], Sheets: { B: ws } })).toThrow("(reading 'length')");
  });

  test("changes its options", async () => {
    const options = {};
    await textOf(bookOf(ws), options);
    expect(Object.keys(options)).toContain("ssf");
  });
});

test("read: the messages for undefined, by type", () => {
  const endings = { array: "0", buffer: "0", base64: "slice", binary: "charCodeAt", string: "match" };
  for (const [type, ending] of Object.entries(endings))
    expect(() => library.read(undefined, { type: type as "array" }), type).toThrow(`(reading '${ending}')`);
});

test("read: the messages of the minified script for what is not bytes", () => {
  expect(() => minified.read(new File(["a"], "a.xlsx"))).toThrow("e.replace is not a function");
  for (const input of [Promise.resolve(), new Response("a"), {}])
    expect(() => minified.read(input)).toThrow("e.slice is not a function");
});

test("Clipboard: text that starts like another format has no cells, unless `sep=` sets the separator", () => {
  const rowsOf = (text: string) => {
    const ws = firstSheet(library.read(text, { type: "string" }));
    return utils.sheet_to_json<unknown[]>(ws, { header: 1 }).flat();
  };
  for (const text of ["TABLE\tPart\n1\t2", "12\t\tBolt", "ID"]) {
    expect(rowsOf(text), text).toEqual([]);
    expect(rowsOf(`sep=\t\n${text}`), text).not.toEqual([]);
  }
  expect(rowsOf("Doe, John\nRoe, Ann")).toEqual(["Doe", " John", "Roe", " Ann"]);
  expect(rowsOf("Doe, John\t1\nRoe\t2")).toEqual(["Doe, John", 1, "Roe", 2]);
});

test("cellDates: which readers return dates as numbers", () => {
  const numbersOf = (cellDates: boolean) => {
    const numeric = FORMATS.filter((format) => {
      // a new one for each format, as some writers format its cells
      const ws = utils.json_to_sheet([{ Day: new Date(Date.UTC(2024, 0, 2)) }], { UTC: true, cellDates });
      const options = { ...format.readOptions, cellDates: true };
      const [row] = utils.sheet_to_json<{ Day: unknown }>(firstSheet(library.read(write(bookOf(ws), format), options)));
      return typeof row?.Day === "number";
    });
    return numeric.map(({ title }) => title);
  };
  expect(numbersOf(false)).toEqual(["DIF", "ETH", "WK3"]);
  expect(numbersOf(true)).toEqual(["ETH"]);
});

test("widths and hidden rows without cellStyles: which readers keep them", () => {
  const ws = utils.aoa_to_sheet([["a"], ["b"]]);
  Object.assign(ws, { "!cols": [{ wch: 30 }], "!rows": [{ hidden: true }] });
  const keeping = (key: "!cols" | "!rows") =>
    FORMATS.filter(
      (format) => firstSheet(library.read(write(bookOf(ws), format), { ...format.readOptions }))[key]?.[0],
    );
  expect(keeping("!cols").map(({ title }) => title)).toEqual(["XLML", "SYLK", "DBF"]);
  expect(keeping("!rows").map(({ title }) => title)).toEqual(["XLSB", "XLML", "SYLK"]);
});

test("write: BIFF4 to BIFF2 as text damage bytes above 127", () => {
  for (const bookType of ["biff4", "biff3", "biff2"] as XLSX.BookType[]) {
    const as = (value: unknown, type: "string" | "binary") =>
      library.write(bookOf(utils.aoa_to_sheet([[value]])), { bookType, type });
    expect(as("a", "string")).toBe(as("a", "binary"));
    expect(as(1.5, "string")).not.toBe(as(1.5, "binary"));
  }
});

test("Troubleshooting: a minified script has no file system in Node.js", () => {
  expect(() => minified.readFile("data.xlsx")).toThrow("Cannot access file data.xlsx");
});

test("Security: which texts of CSV become formulae", () => {
  const formulaOf = (text: string) => library.read(text, { type: "string" }).Sheets.Sheet1?.A1.f;
  expect(["=1+1", '"=1+1"', "=", '="007"', "-1+1"].map(formulaOf)).toEqual([
    "1+1",
    "1+1",
    undefined,
    undefined,
    undefined,
  ]);
});

test("x-spreadsheet: formulae without results need sheetStubs or cellStyles", () => {
  const bytes = write(bookOf(utils.aoa_to_sheet([[1, { t: "z", f: "A1" }]])), { bookType: "xlsx" });
  const read = (options: XLSX.ParsingOptions) => firstSheet(library.read(bytes, options)).B1?.f;
  expect([read({}), read({ sheetStubs: true }), read({ cellStyles: true })]).toEqual([undefined, "A1", "A1"]);
});

test("DBF: UTF-8 is written as 1252, with a message", () => {
  const message = vi.spyOn(console, "error").mockImplementation(() => undefined);
  write(bookOf(utils.aoa_to_sheet([["Text"], ["é"]])), { bookType: "dbf" }, { codepage: 65001 });
  expect(message.mock.calls.flat()).toEqual(["DBF Unsupported codepage 65001, using 1252"]);
  message.mockRestore();
});

test("Known problems: two headers `__proto__` end in a loop, one does not, nor do arrays and letters", () => {
  const { stream } = library;
  const run = (call: string, ws: XLSX.WorkSheet, timeout: number) =>
    runInNewContext(call, { utils, stream, ws }, { timeout });
  const headed = (...header: string[]) => utils.aoa_to_sheet([header, [1, 2]]);
  // A loop is ended after a short time; on a busy machine, a call that ends may take longer.
  const rows = (...header: string[]) => JSON.stringify(run("utils.sheet_to_json(ws)", headed(...header), 10_000));
  expect(rows("__proto__", "b")).toBe('[{"__proto___NaN":1,"b":2}]');
  expect(rows("constructor", "constructor")).toBe('[{"constructor_NaN":1,"constructor":2}]');
  expect(() => run("utils.sheet_to_json(ws)", headed("__proto__", "__proto__"), 200)).toThrow("timed out");
  const ws = firstSheet(library.read("__proto__,__proto__", { type: "string" }));
  for (const call of ["utils.sheet_to_json(ws)", 'stream.to_json(ws).on("data", () => {})'])
    expect(() => run(call, ws, 200), call).toThrow("timed out");
  expect(utils.sheet_to_json(ws, { header: 1 })).toEqual([["__proto__", "__proto__"]]);
  expect(utils.sheet_to_json(ws, { header: "A" })).toEqual([{ A: "__proto__", B: "__proto__" }]);
});

test("Number formats: `0.00` rounds a product, not the binary number", () => {
  const shown = (v: number) => library.SSF.format("0.00", v);
  expect([1.005, 1.115, 0.015].map(shown)).toEqual(["1.00", "1.12", "0.02"]);
  expect([1.115, 0.015].map((v) => v.toFixed(2))).toEqual(["1.11", "0.01"]);
  expect(library.SSF.format("0", -2.5)).toBe("-2");
});

test("CSV: carriage returns and first cells `ID`", () => {
  const csv = (text: string, options = {}) => utils.sheet_to_csv(utils.aoa_to_sheet([[text]]), options);
  expect(csv("a\rb")).toBe("a\rb");
  expect(csv("a\rb", { RS: "\r\n" })).toBe('"a\rb"');
  expect([csv("ID"), csv("IDENT")]).toEqual(['"ID"', "IDENT"]);
});

test("CSV: forceQuotes leaves empty fields without quotes", () => {
  expect(utils.sheet_to_csv(utils.aoa_to_sheet([["a", 1, null, ""]]), { forceQuotes: true })).toBe('"a","1",,');
});

test("HTML tables: what the functions need of a DOM", () => {
  const element = (more: object) => ({ ownerDocument: {}, getElementsByTagName: () => [], ...more });
  const cell = { innerHTML: "a", hasAttribute: () => false, getAttribute: () => null };
  const read = (cells: object[], row: object = element({ cells })) => utils.table_to_sheet({ rows: [row] }).A1?.v;
  expect(read([element(cell)])).toBe("a");
  expect(() => read([{ ...element(cell), getElementsByTagName: undefined }])).toThrow("getElementsByTagName");
  expect(() => read([], { cells: [] })).toThrow("defaultView");
});

test("Workbook objects: NaN becomes null in JSON, and is no longer in the file", () => {
  const wb = JSON.parse(JSON.stringify(bookOf(utils.json_to_sheet([{ a: Number.NaN }]))));
  expect(wb.Sheets.S.A2).toEqual({ t: "n", v: null });
  const found = FORMATS.map((format) => firstSheet(library.read(write(wb, format), { ...format.readOptions })).A2?.v);
  expect(new Set(found)).toEqual(new Set([undefined, -8, 0, 2]));
});

test("Reading files: cellText leaves the text of CSV errors, `_xlfn.` is removed by the XLSX readers alone", () => {
  expect(firstSheet(library.read("#N/A", { type: "string", cellText: false })).A1.w).toBe("#N/A");
  const ws = utils.aoa_to_sheet([["Head"], [{ t: "n", v: 1, f: "_xlfn.SUM(1)" }]]);
  const found = (prefix: boolean) =>
    FORMATS.filter((format) => {
      const { A2 } = firstSheet(library.read(write(bookOf(ws), format), { ...format.readOptions }));
      return A2?.f === (prefix ? "_xlfn.SUM(1)" : "SUM(1)");
    }).map(({ title }) => title);
  expect(found(false)).toEqual(["XLSX", "XLSM", "XLAM"]);
  expect(found(true)).toEqual(["XLML", "ODS", "FODS", "SYLK", "ETH"]);
  expect(firstSheet(library.read("=_xlfn.SUM(1)", { type: "string" })).A1.f).toBe("_xlfn.SUM(1)");
});

test("Reading files: the reader of Lotus files takes the bytes of Quattro Pro, and keeps its place in arrays, too", () => {
  const bytes = [...write(bookOf(utils.aoa_to_sheet([["a"]])), { bookType: "wk1" })];
  bytes.splice(4, 2, 0x20, 0x51); // the version of a WQ1 file
  const cells = () => Object.keys(firstSheet(library.read(bytes, { type: "array" })));
  expect([cells(), cells()]).toEqual([["A1", "!ref"], ["!ref"]]);
  const { buffer } = new Uint8Array(write(bookOf(utils.aoa_to_sheet([["a"]])), { bookType: "wk1" }));
  const safe = () => firstSheet(library.read(buffer)).A1?.v;
  expect([safe(), safe()]).toEqual(["a", "a"]);
});

test("Known problems: which compressed files that were decoded as text are read without end", () => {
  const titles = ["XLSX", "XLSM", "XLAM", "XLSB", "NUMBERS"];
  const endless = FORMATS.filter((format) => {
    // The others end, on a busy machine too.
    const timeout = titles.includes(format.title) ? 300 : 10_000;
    const bytes = write(bookOf(utils.aoa_to_sheet([["a"]])), format, { compression: true });
    const data = Buffer.from(bytes.toString("utf8"));
    try {
      runInNewContext("read(data, options)", { ...library, data, options: { ...format.readOptions } }, { timeout });
    } catch (error) {
      return String(error).includes("timed out");
    }
    return false;
  });
  expect(endless.map(({ title }) => title)).toEqual(titles);
});

test("Damaged sheets: a part that is no XML is a sheet without cells", () => {
  const zip = library.CFB.read(write(bookOf(utils.aoa_to_sheet([[1]])), { bookType: "xlsx" }), { type: "buffer" });
  const part = library.CFB.find(zip, "/xl/worksheets/sheet1.xml");
  part.content = Buffer.from("no XML");
  part.size = part.content.length;
  const bytes = library.CFB.write(zip, { type: "buffer", fileType: "zip" });
  expect(library.read(bytes, { WTF: true }).Sheets).toEqual({ S: {} });
});

test("Workbook helpers: NaN is no name, and book_append_sheet counts the sheets", () => {
  const append = (wb: XLSX.WorkBook, name?: unknown) => utils.book_append_sheet(wb, {}, name as string);
  expect(append(utils.book_new(), Number.NaN)).toBe("Sheet1");
  const SheetNames = Array.from({ length: 65535 }, (_, index) => `S${index}`);
  expect(() => append({ SheetNames, Sheets: {} }, "next")).toThrow("Too many worksheets");
});

test("the message about codepage tables follows the option alone, and sheet_to_txt is text without tables", async () => {
  const { read, utils: moduleUtils } = await import("xlsx");
  const message = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const dbf = write(bookOf(utils.aoa_to_sheet([["Text"], ["Ж"]])), { bookType: "dbf" }, { codepage: 866 });
  read(dbf);
  expect(message).not.toHaveBeenCalled();
  expect(firstSheet(read(Buffer.from("é"), { codepage: 65001 })).A1.v).toBe("é");
  expect(message).toHaveBeenCalledTimes(1);
  message.mockRestore();
  expect(moduleUtils.sheet_to_txt(utils.aoa_to_sheet([["Ж", 1]]))).toBe("Ж\t1");
});

describe("Large CSV files", () => {
  const folder = mkdtempSync(join(tmpdir(), "docgen-csv-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const sample = readPages().find(({ route }) => route === "/docs/cookbook/read/large-csv")?.fences[0]?.code ?? "";
  const [pieces = ""] = /^async function\* csvPieces[\s\S]*?^}/m.exec(sample) ?? [];
  const csvPieces = new Function("XLSX", "fs", "readline", `return ${pieces}`)(
    library,
    { createReadStream },
    { createInterface },
  );

  test.each([
    ["a quote behind another separator", 'id,name\n1,a|"b\n2,c;"d\n', ",", ['a|"b', 'c;"d']],
    ["a line break between bars", 'id|name\n1|"a\nb"\n2|c\n', "|", ["a\nb", "c"]],
    ["a line break between semicolons", 'id;name\r\n1;"a\r\nb"\r\n2;c\r\n', ";", ["a\nb", "c"]],
  ])("%s", async (_, text, separator, names) => {
    const file = join(folder, "parts.csv");
    writeFileSync(file, text);
    const rows: { name: string }[] = [];
    for await (const piece of csvPieces(file, 1, separator)) rows.push(...piece);
    expect(rows.map(({ name }) => name)).toEqual(names);
  });

  test.each([
    ['5" pipe', 3],
    ['"5"" pipe"', 3],
    ['"5" pipe"', 1],
  ])("rows after the field %s", async (field, count) => {
    const file = join(folder, "pipes.csv");
    writeFileSync(file, `name,id\n${field},1\nb,2\nc,3\n`);
    const rows: object[] = [];
    for await (const piece of csvPieces(file, 3)) rows.push(...piece);
    expect(rows).toHaveLength(count);
  });
});
