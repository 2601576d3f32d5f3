import { expect, test } from "vitest";
import * as XLSX from "xlsx";
import { FORMATS, type Format } from "../formats/book-types.ts";
import { library } from "../formats/library.ts";
import { write } from "../formats/write.ts";
import { inZones } from "./in-zones.ts";
import { readPages } from "./pages.ts";

// What the pages of single functions claim of all arguments of a kind, run with such arguments.

const pages = readPages();
const bodyOf = (route: string) => pages.find((page) => page.route === route)?.body ?? "";

test("SSF.load: the slots whose codes an XLSX file stores", () => {
  const [, slots = ""] = /store only the codes in slots (.*?)\. /.exec(bodyOf("/docs/api/functions/ssf-load")) ?? [];
  const ranges = [...slots.matchAll(/(\d+) to (\d+)/g)].map(([, first, last]) => [Number(first), Number(last)]);
  expect(ranges).toHaveLength(4);
  const [inUTC] = inZones<number[]>(`
    const slots = Array.from({ length: 400 }, (_, i) => i + 1);
    const codeOf = (slot) => '0"slot ' + slot + '"';
    for (const slot of slots) XLSX.SSF.load(codeOf(slot), slot);
    const ws = XLSX.utils.aoa_to_sheet(slots.map((slot) => [{ t: "n", v: 1, z: codeOf(slot) }]));
    const bytes = XLSX.write({ SheetNames: ["S"], Sheets: { S: ws } }, { type: "buffer" });
    const back = XLSX.read(bytes, { cellNF: true }).Sheets.S;
    return slots.filter((slot) => back["A" + slot].z === codeOf(slot));
  `);
  expect(inUTC?.result).toEqual(
    ranges.flatMap(([first = 0, last = 0]) => Array.from({ length: last - first + 1 }, (_, index) => first + index)),
  );
});

test.each(
  inZones<string[]>(`
    return ["xlsx", "xlsb", "xls", "xlml", "csv", "ods", "fods"].map((bookType) => {
      const made = XLSX.utils.aoa_to_sheet([["Day"], [new Date(2024, 0, 2)]]);
      const bytes = XLSX.write({ SheetNames: ["S"], Sheets: { S: made } }, { type: "buffer", bookType });
      const wb = XLSX.read(bytes, { cellDates: true });
      const rows = XLSX.utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]], { header: 1, defval: "" });
      return XLSX.utils.sheet_to_csv(XLSX.utils.aoa_to_sheet(rows));
    });
  `),
)("mobile apps: rows that were read with cellDates are saved as dates, in $zone", ({ result }) => {
  expect(result).toEqual(result.map(() => "Day\n1/2/24"));
});

test.each(["$C$1:$C$3", "c1", "c1:c3"])("sheet_set_array_formula throws for the range %s", (range) => {
  const ws = XLSX.utils.aoa_to_sheet([[1, 2]]);
  expect(() => XLSX.utils.sheet_set_array_formula(ws, range, "A1*2")).toThrow("invalid column -1");
});

test("SSF.load: which readers reset the table", () => {
  const isReset = (format: Format, act: (bytes: Buffer) => void) => {
    const bytes = write(library.utils.book_new(library.utils.aoa_to_sheet([["a"]])), format);
    library.SSF.load('0"mark"', 300);
    act(bytes);
    return library.SSF.get_table()[300] === undefined;
  };
  const families = (formats: readonly Format[]) => [...new Set(formats.map(({ family }) => family))];
  const readers = FORMATS.filter((format) =>
    isReset(format, (bytes) => library.read(bytes, { ...format.readOptions })),
  );
  expect(families(readers)).toEqual(["xlsx", "xlsb", "xlml", "odf", "numbers", "html"]);
});

test("SSF.parse_date_code: T is mostly one second less than the other fields say", () => {
  const seconds = Array.from({ length: 86_400 }, (_, second) => second);
  const fields = seconds.map((second) => library.SSF.parse_date_code(45293 + second / 86_400));
  expect(fields.filter(({ T }, second) => T !== second).length).toBeGreaterThan(43_200);
  expect(fields.every(({ H, M, S }, second) => H * 3600 + M * 60 + S === second)).toBe(true);
});

test("number formats: one program writes 332 codes of its own, and workbooks with a table of their own start anew", () => {
  const sheetOf = (code: string): XLSX.WorkSheet => ({ "!ref": "A1", A1: { t: "n", v: 1, z: code } });
  const bytesOf = (code: string, keys = {}) =>
    write({ SheetNames: ["S"], Sheets: { S: sheetOf(code) }, ...keys }, { bookType: "xlsx" });
  const shown = (bytes: Buffer) => library.read(bytes).Sheets.S?.A1.w;
  library.read("<table><tr><td>x</td></tr></table>", { type: "string" });
  for (let number = 1; number < 332; number += 1) bytesOf(`0" of ${number}"`);
  const [last, lost] = [332, 333].map((number) => bytesOf(`0" of ${number}"`));
  const fresh = bytesOf('0" of 333"', { SSF: {} });
  expect([last, lost, fresh].map((bytes) => bytes && shown(bytes))).toEqual(["1 of 332", "1", "1 of 333"]);
});

test("SSF.get_table updates SSF._table, and reading replaces the table", () => {
  const { SSF } = library as unknown as { SSF: { _table: unknown; get_table(): unknown } };
  const before = SSF.get_table();
  library.read(write(library.utils.book_new(library.utils.aoa_to_sheet([[1]])), { bookType: "xlsx" }));
  expect(SSF._table).toBe(before);
  const after = SSF.get_table();
  expect([after === before, SSF._table === after]).toEqual([false, true]);
});

test("SSF.format: null and codes outside the calendar have no text", () => {
  const shown = (code: string, value: unknown) => library.SSF.format(code, value);
  expect(["0.00", "General"].map((code) => shown(code, null))).toEqual(["", ""]);
  expect([-1, 2_958_465, 2_958_465.5].map((code) => shown("yyyy", code))).toEqual(["", "9999", ""]);
  expect(shown("0", new Date(Date.UTC(1800, 0, 1)))).toBe("-36523");
});

test("the workbook object: functions are only in wb.cfb of BIFF2, BIFF3 and BIFF4", () => {
  const refusing = FORMATS.filter((format) => {
    const wb = library.read(write(library.utils.book_new(library.utils.aoa_to_sheet([["a"]])), format), {
      bookFiles: true,
    });
    try {
      return !structuredClone(wb);
    } catch {
      delete (wb as { cfb?: unknown }).cfb;
      return structuredClone(wb) !== undefined;
    }
  });
  expect(refusing.map(({ title }) => title)).toEqual(["BIFF4", "BIFF3", "BIFF2"]);
});

test("format_cell: a stub has no text whatever its w, and an empty format hides numbers and dates only", () => {
  const { format_cell } = library.utils;
  expect(format_cell({ t: "z", w: "old" })).toBe("");
  expect(format_cell({ t: "z" }, 5)).toBe("");
  const values: XLSX.CellObject[] = [
    { t: "n", v: 1 },
    { t: "d", v: new Date() },
    { t: "s", v: "x" },
    { t: "b", v: true },
  ];
  expect(values.map((cell) => format_cell({ ...cell, z: "" }))).toEqual(["", "", "x", "TRUE"]);
});

test("sheet_to_csv: values without text keep a row of several columns, unless strip is set", () => {
  const { aoa_to_sheet, sheet_to_csv } = library.utils;
  const csv = (rows: unknown[][], strip: boolean) => sheet_to_csv(aoa_to_sheet(rows), { blankrows: false, strip });
  const header = ["a", "b"];
  expect([false, true].map((strip) => csv([header, [null, null]], strip))).toEqual(["a,b", "a,b"]);
  expect([false, true].map((strip) => csv([header, ["", ""]], strip))).toEqual(["a,b\n,", "a,b"]);
  expect(csv([["a"], [""]], false)).toBe("a");
});

test("sheet_to_json: raw that is set to undefined, the texts that it stores, and ranges without data", () => {
  const { aoa_to_sheet, sheet_to_json } = library.utils;
  const sheet = () => aoa_to_sheet([[5], [{ t: "n", v: 0.5, z: "0%" }]]);
  const unset: object = { raw: undefined };
  expect(sheet_to_json(sheet(), unset)).toEqual([{ 5: "50%" }]);
  const stored = (opts: XLSX.Sheet2JSONOpts) => {
    const ws = sheet();
    sheet_to_json(ws, opts);
    return [ws.A1.w, ws.A2.w];
  };
  expect([stored({}), stored({ raw: false }), stored({ header: 1 })]).toEqual([
    ["5", undefined],
    ["5", "50%"],
    [undefined, undefined],
  ]);
  expect(["A:C", "S!A1:B2", "A1:b2"].map((range) => sheet_to_json(sheet(), { range }))).toEqual([[], [], []]);
  expect(() => sheet_to_json(sheet(), { range: "a1:B2" })).toThrow("invalid column -1");
});

test("sheet_add_json keeps the formulae of old cells, except in the header row and under cell objects", () => {
  const { sheet_add_json } = library.utils;
  const formulaAfter = (value: unknown, skipHeader: boolean) => {
    const ws: XLSX.WorkSheet = { "!ref": "A1", A1: { t: "n", v: 1, f: "B1" } };
    sheet_add_json(ws, [{ a: value }], { skipHeader });
    return ws.A1.f;
  };
  expect([formulaAfter(2, true), formulaAfter({ t: "n", v: 2 }, true), formulaAfter(2, false)]).toEqual([
    "B1",
    undefined,
    undefined,
  ]);
});

test("Number formats: after an XLSX file with an index as format was read, some writers store the index", () => {
  const [zone] = inZones<string[][]>(
    `
    const wb = () => XLSX.utils.book_new(XLSX.utils.aoa_to_sheet([[{ t: "n", v: 0.5, z: 10 }]]));
    const writing = () => ["xlsb", "xls", "biff5", "biff4", "ods"].filter((bookType) => {
      try {
        return XLSX.write(wb(), { type: "buffer", bookType });
      } catch {
        return false;
      }
    });
    const xlsx = XLSX.write(wb(), { type: "buffer", bookType: "xlsx" });
    const before = writing();
    XLSX.read(xlsx);
    return [before, writing()];`,
    ["UTC"],
  );
  expect(zone?.result).toEqual([[], ["xlsb", "xls", "biff5"]]);
});

test("read: an XLS file with a password, and XML that is no spreadsheet", () => {
  const record = (type: number, ...bytes: number[]) => [type & 255, type >> 8, bytes.length, 0, ...bytes];
  const zeros = (count: number) => Array.from({ length: count }, () => 0);
  const stream = [
    ...record(0x809, 0, 6, 5, ...zeros(13)),
    ...record(0x2f, 1, 0, 1, 0, 1, 0, ...zeros(48)),
    ...zeros(5000),
  ];
  const container = library.CFB.utils.cfb_new();
  library.CFB.utils.cfb_add(container, "/Workbook", Buffer.from(stream));
  const bytes = library.CFB.write(container, { type: "buffer" });
  expect(() => library.read(bytes)).toThrow("File is password-protected");
  expect(() => library.read(bytes, { password: "any" })).toThrow("Encryption scheme unsupported");
  for (const text of ["<rss><channel/></rss>", "<p>x</p>"])
    expect(() => library.read(Buffer.from(text))).toThrow("(reading '0')");
});

test("the ETH writer accepts a cell of an unknown type, and the reader throws for its file", () => {
  for (const cell of [{ t: "x", v: 1 }, { v: 1 }]) {
    const ws = { ...XLSX.utils.aoa_to_sheet([["a"]]), A1: cell as XLSX.CellObject };
    const text = library.write({ SheetNames: ["S"], Sheets: { S: ws } }, { type: "string", bookType: "eth" });
    expect(() => library.read(text, { type: "string" })).toThrow("(reading 'replace')");
  }
});

test("sheetRows: the text 0, which xlsx-cli passes, is no limit for some formats only", () => {
  const wb = { SheetNames: ["S"], Sheets: { S: library.utils.aoa_to_sheet([["a"], ["b"]]) } };
  const rowsOf = (bookType: XLSX.BookType) => {
    const bytes = library.write(wb, { type: "buffer", bookType });
    const copy = library.read(bytes, { sheetRows: "0" as unknown as number });
    return library.utils.sheet_to_json(copy.Sheets[copy.SheetNames[0] ?? ""] ?? {}, { header: 1 }).length;
  };
  const formats: XLSX.BookType[] = ["xlsx", "ods", "csv", "txt", "dbf", "sylk", "dif", "eth"];
  expect(formats.map(rowsOf)).toEqual([2, 2, 1, 1, 0, 0, 0, 0]);
});

test("cell_add_comment: the author if it is empty, and an address instead of a cell", () => {
  const cell: XLSX.CellObject = { t: "n", v: 1 };
  library.utils.cell_add_comment(cell, "Check this", "");
  expect(cell.c?.[0]?.a).toBe("SheetJS");
  expect(() => library.utils.cell_add_comment("A1" as never, "Check this")).toThrow("(reading 'push')");
});
