import { describe, expect, test } from "vitest";
import * as XLSX from "xlsx";
import { readPages } from "./pages.ts";

const pages = readPages();
const pageAt = (route: string) => pages.find((page) => page.route === route);
const samples = pages.flatMap(({ fences }) => fences.map(({ code }) => code)).join("\n");

test("known problems: a remark about 0.20.3 links to its entry, and the table has every entry", () => {
  const bare = pages.filter(({ body }) => body.includes("(0.20.3)"));
  expect(bare.map(({ path }) => path)).toEqual([]);
  const body = pageAt("/docs/miscellany/known-problems")?.body ?? "";
  const entries = [...body.matchAll(/^### .*\{#([\w-]+)\}$/gm)].map(([, id]) => id);
  const rows = [...body.matchAll(/^\| \[.*\]\(#([\w-]+)\) \|/gm)].map(([, id]) => id);
  expect(entries.length).toBeGreaterThan(20);
  expect(rows.toSorted()).toEqual(entries.toSorted());
});

describe("known errors of other documentation are not repeated", () => {
  test("the very-hidden constant has its name at run time, not that of the types", () => {
    expect(Object.keys(XLSX.utils.consts)).toContain("SHEET_VERY_HIDDEN");
    expect(samples).not.toContain("SHEET_VERYHIDDEN");
    const codes = pageAt("/docs/csf/features/visibility")?.codes.map(({ text }) => text);
    expect(codes).toContain("SHEET_VERY_HIDDEN");
  });

  test("set_readable is a member of XLSX.stream", () => {
    expect(XLSX).not.toHaveProperty("set_readable");
    expect(XLSX.stream).toHaveProperty("set_readable");
    expect(pages.filter(({ body }) => /\bXLSX\.set_readable\b/.test(body)).map(({ path }) => path)).toEqual([]);
  });

  test("date1904 is true for the 1904 system", () => {
    const ws = { "!ref": "A1", A1: { t: "n", v: 0 } };
    const markOf = (date1904: boolean) => {
      const wb = { SheetNames: ["S"], Sheets: { S: ws }, Workbook: { WBProps: { date1904 } } } as XLSX.WorkBook;
      return XLSX.read(XLSX.write(wb, { type: "array" })).Workbook?.WBProps?.date1904;
    };
    expect([markOf(true), markOf(false)]).toEqual([true, false]);
    expect(XLSX.SSF.format("yyyy", 1, { date1904: true })).toBe("1904");
    expect(samples).not.toMatch(/![\w.?]*date1904|date1904 \? ["']?1900/);
    const systems = pageAt("/docs/csf/features/dates")?.tables.find(({ head }) => head.includes("1904 system"));
    expect(systems?.head.slice(1)).toEqual(["1900 system", "1904 system"]);
    expect(systems?.codes.at(-1)?.map((codes) => codes.at(-1))).toEqual([undefined, "false", "true"]);
  });

  test("cellStyles and bookVBA are needed for reading, not for writing", () => {
    const ws = { "!ref": "A1", A1: { t: "n", v: 1 }, "!cols": [{ wch: 20 }] };
    const macros = XLSX.CFB.utils.cfb_new();
    XLSX.CFB.utils.cfb_add(macros, "/VBA/dir", new Uint8Array(4));
    const wb = { SheetNames: ["S"], Sheets: { S: ws }, vbaraw: XLSX.CFB.write(macros, { type: "array" }) };
    const bytes = XLSX.write(wb as XLSX.WorkBook, { type: "array", bookType: "xlsm" });
    const read = (options: object) => XLSX.read(bytes, options);
    expect(read({}).Sheets.S?.["!cols"]).toBeUndefined();
    expect(read({ cellStyles: true }).Sheets.S?.["!cols"]?.[0]?.wch).toBe(20);
    expect([read({}).vbaraw === undefined, read({ bookVBA: true }).vbaraw === undefined]).toEqual([true, false]);
    // In the arguments of the call itself, not in those of a read around it.
    expect(samples).not.toMatch(/\bwrite\w*\([^(){}]*\{[^{}()]*\b(?:cellStyles|bookVBA)\b/);
  });
});
