import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { buildSync } from "esbuild";
import { describe, expect, test } from "vitest";
import type * as XLSX from "xlsx";
import { FORMATS } from "../formats/book-types.ts";
import { HANDMADE } from "../formats/handmade.ts";
import { library } from "../formats/library.ts";
import { write } from "../formats/write.ts";
import { PROJECT } from "../helpers/docgen.ts";

// What the pages about reading and writing files claim of all formats or types of input, each run with all of them.

const firstSheet = (wb: XLSX.WorkBook): XLSX.WorkSheet => wb.Sheets[wb.SheetNames[0] ?? ""] ?? {};
const bookOf = (rows: unknown[][], options?: object) =>
  library.utils.book_new(library.utils.aoa_to_sheet(rows, options));
const titlesWhere = (isTrue: (format: (typeof FORMATS)[number]) => boolean) =>
  FORMATS.filter(isTrue).map(({ title }) => title);

describe("Reading files", () => {
  test("the option type: a data URI is read as CSV", () => {
    const cells = FORMATS.map((format) => {
      const uri = `data:application/octet-stream;base64,${write(bookOf([["a"]]), format).toString("base64")}`;
      return library.read(uri, { type: "base64" }).bookType;
    });
    expect(new Set(cells)).toEqual(new Set([undefined]));
  });

  test("sheetRows counts from row 1 of the sheet", () => {
    const wb = bookOf([["Item"], ["Ink"], ["Pens"]], { origin: "B4" });
    const refIn = (bookType: string) => firstSheet(library.read(write(wb, { bookType }), { sheetRows: 3 }))["!ref"];
    expect(["xlsx", "csv", "ods"].map(refIn)).toEqual(["A1", "A1:B3", "B4:B3"]);
  });

  test("which readers ignore cellText and cellFormula", () => {
    const wb = bookOf([["Day"], [new Date(Date.UTC(2024, 0, 2))], [{ t: "n", v: 2, f: "1+1" }]], { UTC: true });
    const keeps = (key: "w" | "f", options: XLSX.ParsingOptions) =>
      titlesWhere((format) => {
        const ws = firstSheet(library.read(write(wb, format), { ...format.readOptions, ...options }));
        return Object.values(ws).some((cell) => (cell as XLSX.CellObject)[key] !== undefined);
      });
    expect(keeps("w", { cellText: false })).toEqual(["HTML", "DIF", "PRN"]);
    expect(keeps("f", { cellFormula: false })).toEqual(["SYLK", "ETH"]);
    expect(library.read("=1+1", { type: "string", cellFormula: false }).Sheets.Sheet1?.A1.f).toBe("1+1");
    const ofOthers = Object.entries(HANDMADE.number).filter(([, make]) =>
      Object.values(firstSheet(library.read(make(), { cellFormula: false }))).some(({ f }) => f !== undefined),
    );
    expect(ofOthers.map(([bookType]) => bookType)).toEqual(["wk1", "csv", "txt"]);
  });

  test("dateNF leaves CSV dates that have its order as they are", () => {
    const textOf = (text: string) => library.read(text, { type: "string", dateNF: "yyyy-mm-dd" }).Sheets.Sheet1?.A1.w;
    expect(["2024-1-2", "1/2/24"].map(textOf)).toEqual(["2024-1-2", "2024-01-02"]);
  });

  test("codepage 65001 and a byte order mark", () => {
    const rowOf = (data: Buffer, options: XLSX.ParsingOptions) => {
      const ws = firstSheet(library.read(data, { codepage: 65001, ...options }));
      return [ws.A1.v, ws.B1.v];
    };
    const marked = Buffer.from("\ufeffName,Zoë");
    expect(rowOf(marked, { type: "buffer" })).toEqual(["me", "Zo\ufffd"]);
    expect(rowOf(marked, {})).toEqual(["Name", "Zoë"]);
    expect(rowOf(Buffer.from("\ufeffName,Zoë", "utf16le"), {})).toEqual(["Name", "Zo\ufffd"]);
  });

  test("CSV bytes without a mark are read as Latin-1, not as Windows-1252", () => {
    expect(firstSheet(library.read(Buffer.from([0x80]))).A1.v).toBe("\u0080");
  });

  test("an XLSX file that was decoded as text and has no type is a sheet of garbled text", () => {
    const ws = firstSheet(library.read(write(bookOf([["Oslo"]]), { bookType: "xlsx" }).toString("utf8")));
    expect(Object.keys(ws).length).toBeGreaterThan(3);
    expect(JSON.stringify(ws)).not.toContain("Oslo");
  });

  test("what stands before a tag", () => {
    const typeOf = (prefix: string) =>
      library.read(`${prefix}<table><tr><td>x</td></tr></table>`, { type: "string" }).bookType;
    expect([" \n\r", "\ufeff", "\t", "\ufeff\n"].map(typeOf)).toEqual(["html", "html", undefined, undefined]);
  });

  test("a Lotus file that was cut off ends the process", () => {
    const read = `require("xlsx").read(Buffer.from("0000020006040600080000000000000000000f00", "hex"))`;
    const program = `try { ${read} } catch { console.log("caught") } console.log("alive")`;
    const { stdout, stderr } = spawnSync(process.execPath, ["--max-old-space-size=32", "-e", program], {
      cwd: PROJECT,
    });
    expect(String(stdout)).toBe("");
    expect(String(stderr)).toContain("heap out of memory");
  });

  test("the core script as a module reads no XLS files before set_cptable", () => {
    const bytes = write(bookOf([["a"]]), { bookType: "xls" }).toString("base64");
    const program = `
      const core = require("xlsx/dist/xlsx.core.min.js");
      const read = () => core.read("${bytes}", { type: "base64" }).SheetNames[0];
      try { read() } catch (error) { console.log(error.message) }
      core.set_cptable(require("xlsx/dist/cpexcel.js"));
      console.log(read());
    `;
    const { stdout } = spawnSync(process.execPath, ["-e", program], { cwd: PROJECT });
    expect(String(stdout)).toBe("Cannot read properties of undefined (reading 'utils')\nSheet1\n");
  });

  test("the formats that need the tables if a bundler replaced them with an empty module", () => {
    const source = readFileSync(join(PROJECT, "node_modules/xlsx/xlsx.js"), "utf8");
    const bundled = { exports: {} as typeof library };
    const load = (name: string) => (name.includes("cpexcel") ? {} : createRequire(import.meta.url)(name));
    new Function("module", "exports", "require", source)(bundled, bundled.exports, load);
    const bytes = (format: (typeof FORMATS)[number]) => Buffer.from(write(bookOf([["a"], ["b"]]), format));
    const failing = titlesWhere((format) => {
      try {
        return firstSheet(bundled.exports.read(bytes(format), { ...format.readOptions })).A1 === undefined;
      } catch (error) {
        return (error as Error).message.endsWith("(reading 'decode')");
      }
    });
    const excel = ["XLML", "XLS", "XLA", "BIFF5", "BIFF4", "BIFF3", "BIFF2"];
    expect(failing).toEqual([...excel, "FODS", "HTML", "TXT", "DBF"]);
  });

  test("a bundle of `read` alone lacks the text by which whole copies are found", () => {
    const bundle = (contents: string) =>
      buildSync({ stdin: { contents, resolveDir: PROJECT }, bundle: true, minify: true, write: false }).outputFiles[0];
    const marked = (contents: string) => bundle(contents)?.text.includes("SheetJS Table Export");
    expect(marked('import { read } from "xlsx"; console.log(read);')).toBe(false);
    expect(marked('import { read, utils } from "xlsx"; console.log(read, utils);')).toBe(true);
  });

  test("a Lotus file in a compound file ends the process, too", () => {
    const cut = Buffer.from("0000020006040600080000000000000000000f00", "hex");
    for (const name of ["PerfectOffice_MAIN", "NativeContent_MAIN"]) {
      const compound = library.CFB.utils.cfb_new();
      library.CFB.utils.cfb_add(compound, `/${name}`, cut);
      const bytes = library.CFB.write(compound, { type: "base64" });
      const program = `require("xlsx").read("${bytes}", { type: "base64" }); console.log("alive")`;
      const { stdout, stderr } = spawnSync(process.execPath, ["--max-old-space-size=32", "-e", program], {
        cwd: PROJECT,
      });
      expect(String(stdout)).toBe("");
      expect(String(stderr)).toContain("heap out of memory");
    }
  });

  test("no bytes: what has no length never ends as an array, and is an empty sheet as a buffer", () => {
    const run = (data: unknown, type: string, timeout: number) =>
      runInNewContext("library.read(data, { type }).Sheets.Sheet1['!ref']", { library, data, type }, { timeout });
    for (const data of [Promise.resolve(), new Response("a"), { type: "Buffer", data: [97] }]) {
      expect(() => run(data, "array", 100)).toThrow("timed out");
      expect(run(data, "buffer", 30_000)).toBe("A1");
    }
  });

  test("a worksheet part that was cut off is no error", () => {
    const zip = library.CFB.read(write(bookOf([[1]]), { bookType: "xlsx" }), { type: "buffer" });
    const part = library.CFB.find(zip, "/xl/worksheets/sheet1.xml");
    part.content = part.content.slice(0, part.content.length / 2);
    part.size = part.content.length;
    const bytes = library.CFB.write(zip, { type: "buffer", fileType: "zip" });
    expect(firstSheet(library.read(bytes, { WTF: true })).A1).toBeUndefined();
  });
});

describe("Writing files", () => {
  test("which writers store formatted text in cells", () => {
    const changed = titlesWhere(({ bookType }) => {
      const wb = bookOf([["Item"], [0.5]]);
      write(wb, { bookType });
      return firstSheet(wb).A2.w !== undefined || firstSheet(wb).A1.w !== undefined;
    });
    expect(changed).toEqual(["HTML", "CSV", "TXT", "RTF", "PRN", "WK1", "WK3"]);
  });

  test("the option sheet takes no index in BIFF4 to BIFF2", () => {
    const throwing = titlesWhere(({ bookType }) => {
      const wb = bookOf([["a"]]);
      library.utils.book_append_sheet(wb, library.utils.aoa_to_sheet([["b"]]), "Second");
      try {
        write(wb, { bookType }, { sheet: 1 });
        return false;
      } catch (error) {
        expect((error as Error).message).toBe("Sheet not found: 1");
        return true;
      }
    });
    expect(throwing).toEqual(["BIFF4", "BIFF3", "BIFF2"]);
  });

  test("names without a sheet: empty sheets, none, or an error", () => {
    const empty = titlesWhere((format) => {
      try {
        return library.read(write({ SheetNames: ["S"], Sheets: {} }, format)).SheetNames.length === 1;
      } catch {
        return false;
      }
    });
    expect(empty.join(", ")).toBe("XLSX, XLSM, XLAM, XLSB, XLML, XLS, XLA, BIFF5, CSV, TXT, ETH, WK3");
    const wk3 = write({ SheetNames: ["A", "S"], Sheets: { A: firstSheet(bookOf([["a"]])) } }, { bookType: "wk3" });
    expect(library.read(wk3).SheetNames).toEqual(["A"]);
  });

  test("text is cut at the lengths that the page names", () => {
    const lengths = Object.fromEntries(
      FORMATS.map((format) => {
        const ws = firstSheet(
          library.read(write(bookOf([["H"], ["x".repeat(5000)]]), format), { ...format.readOptions }),
        );
        return [format.title, String(ws.A2.v).length];
      }).filter(([, length]) => length !== 5000),
    );
    expect(lengths).toEqual({
      ...{ XLS: 255, XLA: 255, BIFF5: 255, BIFF4: 255, BIFF3: 255, BIFF2: 255 },
      ...{ DBF: 250, PRN: 10, WK1: 239, WK3: 239 },
    });
  });
});

describe("Values that come back as others", () => {
  /** What `read` finds of a cell, in each format, without those that the formats leave as it is. */
  const changed = (cell: XLSX.CellObject, isKept: (found: XLSX.CellObject | undefined) => boolean, options = {}) =>
    titlesWhere((format) => {
      const bytes = write(bookOf([["Head"], [cell]]), format);
      return !isKept(firstSheet(library.read(bytes, { ...format.readOptions, ...options })).A2);
    });

  test("numbers", () => {
    const changedNumber = (v: number) => changed({ t: "n", v }, (found) => found?.v === v);
    expect(changedNumber(-7)).toEqual(["NUMBERS", "WK3"]);
    expect(changedNumber(12)).toEqual(["NUMBERS"]);
    expect(changedNumber(0.1)).toEqual(["WK3"]);
  });

  test("text with entities, and text like the code of a character", () => {
    const changedText = (v: string) => changed({ t: "s", v }, (found) => found?.v === v);
    expect(changedText("a &amp; b")).toEqual(["XLSX", "XLSM", "XLAM", "CSV", "TXT", "PRN"]);
    expect(changedText("_x0041_")).toEqual(["XLSX", "XLSM", "XLAM", "XLML", "ODS", "FODS"]);
  });

  test("long targets of links and long comments", () => {
    const Target = "https://example.com/".padEnd(300, "x");
    const isCut = (found: XLSX.CellObject | undefined) => found?.l === undefined || found.l.Target === Target;
    expect(changed({ t: "s", v: "x", l: { Target } }, isCut)).toEqual(["XLS", "XLA"]);
    const c = [{ a: "Ada", t: "x".repeat(2049) }];
    expect(changed({ t: "s", v: "x", c }, (found) => found?.v === "x")).toEqual(["BIFF5", "BIFF4", "BIFF3", "BIFF2"]);
  });

  test("times are a millisecond early", () => {
    const early = changed(
      { t: "n", v: 45293 + 2 / 1440, z: "m/d/yy h:mm" },
      (found) => !(found?.v instanceof Date) || found.v.getTime() % 1000 !== 999,
      { cellDates: true },
    );
    expect(early).toEqual(["XLSX", "XLSM", "XLAM", "ODS", "FODS", "SYLK", "WK1"]);
    const minutes = Array.from({ length: 1440 }, (_, minute) => [new Date(Date.UTC(2024, 0, 2, 0, minute))]);
    const ws = library.utils.aoa_to_sheet(minutes, { UTC: true });
    const rows = library.utils.sheet_to_json<Date[]>(ws, { header: 1, UTC: true });
    const wrong = minutes.flatMap(([date], index) => (Number(rows[index]?.[0]) === Number(date) ? [] : [index]));
    expect(wrong).toHaveLength(320);
    expect(wrong.filter((minute) => minute % 15 === 0)).toEqual([]);
  });
});

describe("Functions that read a worksheet", () => {
  const sheet: XLSX.WorkSheet = { "!ref": "A1:A2", A1: { t: "s", v: "Item" }, A2: { t: "n", v: 0.5 } };
  const { sheet_to_csv, sheet_to_formulae, sheet_to_html, sheet_to_json } = library.utils;

  test("text is stored in cells, links are left out of editable cells", () => {
    for (const toText of [sheet_to_csv, sheet_to_html]) {
      const ws = structuredClone(sheet);
      toText(ws);
      expect(ws.A2.w).toBe("0.5");
    }
    const ws = { "!ref": "A1", A1: { t: "s", v: "x", l: { Target: "https://example.com" } } };
    expect([{}, { editable: true }].map((options) => sheet_to_html(ws, options).includes("<a "))).toEqual([
      true,
      false,
    ]);
  });

  test("ranges that are none", () => {
    for (const range of ["", "x", "a1:b2", "1:2", "$A$1:$A$2"]) {
      expect(() => sheet_to_json(sheet, { range }), range).toThrow("invalid column -1");
      expect(() => sheet_to_csv({ ...sheet, "!ref": range }), range).toThrow("invalid column -1");
    }
    for (const range of ["A:C", "S!A1:A2", "S!$A$1:$A$2", "A1:a2"]) expect(sheet_to_json(sheet, { range })).toEqual([]);
  });

  test("null of json_to_sheet comes back, a hole that JSON made null does not always", () => {
    const rows = [{ a: null, b: 1 }, { b: 2 }];
    expect(sheet_to_json(library.utils.json_to_sheet(rows))).toEqual(rows);
    const dense = JSON.parse(JSON.stringify(library.utils.aoa_to_sheet([["a", undefined, "b"]], { dense: true })));
    expect(sheet_to_csv(dense)).toBe("a,,b");
    expect(() => sheet_to_formulae(dense)).toThrow("Cannot read properties of null (reading 'F')");
  });
});

describe("Functions that make a worksheet", () => {
  const { aoa_to_sheet, json_to_sheet, sheet_add_aoa, sheet_add_json, sheet_to_json } = library.utils;

  test("where the range begins", () => {
    const origin = "B4";
    expect(aoa_to_sheet([[1]], { origin } as XLSX.AOA2SheetOpts)["!ref"]).toBe("A1:B4");
    expect(json_to_sheet([{ a: 1 }], { origin })["!ref"]).toBe("A1:B5");
    const block = (): XLSX.WorkSheet => ({ "!ref": "B4", B4: { t: "n", v: 1 } });
    expect(sheet_add_aoa(block(), [[2]], { origin: "B5" })["!ref"]).toBe("B4:B5");
    expect(sheet_add_json(block(), [{ a: 2 }], { origin: "B5", skipHeader: true })["!ref"]).toBe("A1:B5");
  });

  test("no rows and no header: no writer takes the range", () => {
    const wb = library.utils.book_new(json_to_sheet([], { skipHeader: true }), "S");
    for (const format of FORMATS) expect(() => write(wb, format), format.title).toThrow("Bad range (0): A1:A0");
  });

  test("an origin without a column throws, or loses the first column in dense sheets", () => {
    const origin = "b2";
    expect(() => aoa_to_sheet([[1, 2]], { origin } as XLSX.AOA2SheetOpts)).toThrow("invalid column -1");
    expect(() => json_to_sheet([{ a: 1, b: 2 }], { origin })).toThrow("invalid column -1");
    const dense = { origin, dense: true } as XLSX.AOA2SheetOpts;
    expect(aoa_to_sheet([[1, 2]], dense)["!data"]?.[1]?.[0]?.v).toBe(2);
    expect(json_to_sheet([{ a: 1, b: 2 }], dense)["!data"]?.map(([cell]) => cell?.v)).toEqual([undefined, "b", 2]);
  });

  test("a cell without a type, written as ETH, throws when it is read", () => {
    const ws = { "!ref": "A1", A1: { v: 5 } as XLSX.CellObject };
    const bytes = write(library.utils.book_new(ws, "S"), { bookType: "eth" });
    expect(() => library.read(bytes)).toThrow("Cannot read properties of undefined (reading 'replace')");
  });

  test("an origin without a row is below the last one", () => {
    expect(sheet_add_aoa(aoa_to_sheet([[1], [2]]), [[3]], { origin: "C" }).C3).toEqual({ t: "n", v: 3 });
  });

  test("keys that are numbers come first", () => {
    expect(sheet_to_json(json_to_sheet([{ item: "Ink", 2024: 3, 2023: 2 }]), { header: 1 })[0]).toEqual([
      "2023",
      "2024",
      "item",
    ]);
  });

  test("a cell object that replaces a cell gets its number format", () => {
    const ws = aoa_to_sheet([[{ t: "n", v: 1, z: "0.00" }]]);
    sheet_add_aoa(ws, [[{ t: "n", v: 2, z: "0%" }]]);
    expect(ws.A1).toEqual({ t: "n", v: 2, z: "0.00" });
  });
});
