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
    const slots = Array.from({ length: 391 }, (_, i) => i + 1);
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

test("SSF.load: which readers reset the table, and which writers that of a workbook that was read", () => {
  // First, because XLSX files hold what the table has.
  const source = write(library.utils.book_new(library.utils.aoa_to_sheet([["a"]])), { bookType: "xlsx" });
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
  const writers = FORMATS.filter((format) => {
    const wb = library.read(source);
    return isReset(format, () => write(wb, format));
  });
  expect(families(writers)).toEqual(["xlsx", "xlsb", "xlml", "xls", "biff"]);
  expect(writers.filter(({ family }) => family === "biff").map(({ title }) => title)).toEqual(["BIFF5"]);
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
