import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as XLSX from "xlsx";
import { FORMATS } from "../formats/book-types.ts";
import { read, write } from "../formats/write.ts";
import { PROJECT } from "../helpers/docgen.ts";
import { inZones } from "./in-zones.ts";
import { readPages } from "./pages.ts";

// What the pages claim of all texts, names or dates of a kind ("else", "any", "no", "never", "always"), each run with
// a list of what readers have. A row that fails is a claim to correct, on the page that the test names.

const pages = readPages();
const bodyOf = (route: string) => pages.find((page) => page.route === route)?.body ?? "";

describe("HTML tables: what `read` makes of text that begins with a tag", () => {
  const IS_HTML = "html";
  const NO_TABLE = "Invalid HTML: could not find <table>";
  const NOT_SEEN = "Cannot read properties of undefined (reading '0')";
  const outcomeOf = (text: string) => {
    try {
      const wb = XLSX.read(text, { type: "string" });
      return wb.SheetNames.length === 0 ? "no sheets" : (wb.bookType ?? "csv");
    } catch (error) {
      // Some are thrown as plain strings.
      return (error as Error).message ?? String(error);
    }
  };

  test.each([
    ["<table><tr><td>x</td></tr></table>", IS_HTML],
    ["<!-- c --><section><table><tr><td>x</td></tr></table></section>", IS_HTML],
    ["<html><p>x</p></html>", NO_TABLE],
    ["<div>x</div>", NO_TABLE],
    ["text <table><tr><td>x</td></tr></table>", "csv"],
    ["<p>x</p>", NOT_SEEN],
    ["<ul><li>x</li></ul>", NOT_SEEN],
    ["<tr><td>x</td></tr>", NOT_SEEN],
    ["<?xml version='1.0'?><html><table><tr><td>x</td></tr></table></html>", NOT_SEEN],
    ["<?xml version='1.0'?><table><tr><td>x</td></tr></table>", "Unrecognized tag: tr|table,false"],
    ["<span>x</span>", "no sheets"],
    ["<b>x</b>", "no sheets"],
    ["<i>x</i>", "no sheets"],
    ["<em>x</em>", "no sheets"],
    ["<title>x</title>", "no sheets"],
    ["<5", "no sheets"],
  ])("%s", (text, outcome) => {
    expect(outcomeOf(text)).toBe(outcome);
    if (outcome !== IS_HTML && outcome !== "csv" && outcome !== "no sheets") {
      expect(bodyOf("/docs/api/utilities/html")).toContain(outcome.replace("|", "\\|"));
    }
  });
});

test("HTML tables: which entities are decoded in HTML text", () => {
  const textOf = (entity: string) => {
    const { Sheets } = XLSX.read(`<table><tr><td>a${entity}b</td></tr></table>`, { type: "string" });
    return Sheets.Sheet1?.A1.v;
  };
  const decoded = ["&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&nbsp;"];
  expect(decoded.map(textOf)).toEqual(["a&b", "a<b", "a>b", 'a"b', "a'b", "a b"]);
  for (const entity of ["&eacute;", "&euro;", "&#8364;", "&#x20ac;"]) expect(textOf(entity)).toBe(`a${entity}b`);
});

describe("Workbook helpers: `appendTitled` makes a valid name from any string", () => {
  const fence = pages
    .find(({ route }) => route === "/docs/api/utilities/wb")
    ?.fences.find(({ code }) => code.includes("function appendTitled"));
  const source = /function appendTitled[\s\S]*?\n\}\n/.exec(fence?.code ?? "")?.[0] ?? "";
  const appendTitled = new Function("XLSX", `${source}; return appendTitled;`)(XLSX) as (
    wb: XLSX.WorkBook,
    ws: XLSX.WorkSheet,
    title: unknown,
  ) => string;

  test.each([
    "Sales 2023/24",
    "' '",
    "'  a  '",
    `${"x".repeat(23)}😀`,
    "😀".repeat(25),
    "a\ud800b",
    "a\u0001b\nc",
    "History'",
    "",
    "[x]:*?\\/",
    "x".repeat(40),
    "  ' History ' ",
  ])("%j", (title) => {
    const wb = XLSX.utils.book_new();
    const names = [0, 1].map(() => appendTitled(wb, XLSX.utils.aoa_to_sheet([[1]]), title));
    expect(new Set(names).size).toBe(2);
    for (const name of names) {
      expect(name).toMatch(/^[^\s'].*[^\s']$|^[^\s']$/u);
      expect(name).not.toMatch(/\p{Cc}|\p{Cs}|[:\\/?*[\]]/u);
    }
    for (const bookType of ["xlsx", "xlsb", "xls", "ods"] as const) {
      expect(XLSX.read(XLSX.write(wb, { type: "buffer", bookType })).SheetNames).toEqual(names);
    }
  });
});

describe("Workbook helpers: book_append_sheet and all writers refuse a name", () => {
  test.each([
    ["x".repeat(32), "Sheet name cannot exceed 31 chars"],
    ["a:b", "Sheet name cannot contain : \\ / ? * [ ]"],
    ["a\\b", "Sheet name cannot contain : \\ / ? * [ ]"],
    ["a/b", "Sheet name cannot contain : \\ / ? * [ ]"],
    ["a?", "Sheet name cannot contain : \\ / ? * [ ]"],
    ["a*", "Sheet name cannot contain : \\ / ? * [ ]"],
    ["[a", "Sheet name cannot contain : \\ / ? * [ ]"],
    ["'a", "Sheet name cannot start or end with apostrophe (')"],
    ["a'", "Sheet name cannot start or end with apostrophe (')"],
    ["hISTORY", "Sheet name cannot be 'History'"],
  ])("%j", (name, message) => {
    const ws = XLSX.utils.aoa_to_sheet([[1]]);
    expect(() => XLSX.utils.book_append_sheet(XLSX.utils.book_new(), ws, name)).toThrow(message);
    const wb = { SheetNames: [name], Sheets: { [name]: ws } };
    for (const { bookType } of FORMATS) expect(() => write(wb, { bookType }), bookType).toThrow(message);
    expect(bodyOf("/docs/api/utilities/wb")).toContain(message);
  });
});

describe("Addresses: a cell outside the range is not exported, and where the range begins", () => {
  const KEEP = new Set(["xlsx", "xlsm", "xlam", "xlsb", "xlml", "xls", "xla", "biff5", "ods", "fods", "wk1"]);
  test.each(FORMATS)("$bookType", ({ bookType, readOptions }) => {
    const ws = XLSX.utils.aoa_to_sheet(
      [
        ["Item", "Qty"],
        ["Bolt", 1],
      ],
      { origin: "C3" } as XLSX.AOA2SheetOpts,
    );
    Object.assign(ws, { "!ref": "C3:D4", A1: { t: "s", v: "before" }, H9: { t: "s", v: "behind" } });
    const wb = read(write({ SheetNames: ["S"], Sheets: { S: ws } }, { bookType }), readOptions);
    const copy = wb.Sheets[wb.SheetNames[0] ?? ""] ?? {};
    const values = Object.values(copy).map((cell) => (cell as XLSX.CellObject).v);
    expect([values.includes("before"), values.includes("behind")]).toEqual([bookType === "numbers", false]);
    expect(XLSX.utils.decode_range(copy["!ref"] ?? "").s).toEqual(KEEP.has(bookType) ? { c: 2, r: 2 } : { c: 0, r: 0 });
  });
});

/** What 0.20.3 reads from text, in every time zone unless the page says otherwise. */
const DATES: readonly { text: string; csv: string; html?: string }[] = [
  { text: "2024-01-02", csv: "n:45293" },
  { text: "2024-01", csv: "n:45292" },
  { text: "2024-01-02T03:04:05", csv: "n:45293.1278" },
  { text: "2024-01-02T10:00:00Z", csv: "n:45293.4167" },
  { text: "2024-01-02T03:04:05+05:00", csv: "s" },
  { text: "03:04", csv: "n:0.1278", html: "n:0.1278 m/d/yy" },
  { text: "22:30", csv: "n:0.9375", html: "n:0.9375 m/d/yy" },
  { text: "3:04 PM", csv: "n:0.6278", html: "n:NaN m/d/yy" },
  { text: "12:00 AM", csv: "n:0", html: "n:NaN m/d/yy" },
  { text: "2-Jan-2024", csv: "s" },
  { text: "2 Jan 2024", csv: "s" },
  { text: "13/1/2024", csv: "s" },
  { text: "02.01.2024", csv: "s" },
  { text: "20240102", csv: "n:20240102" },
  { text: "2024-01-02 03:04", csv: "n:45293.1278" },
  { text: "2024-01-02T03:04", csv: "s" },
  { text: "1/2/2024 3:04 PM", csv: "s" },
  { text: "2024-02-30", csv: "n:45352" },
  { text: "2/30/2024", csv: "n:45352" },
  { text: "1/2", csv: "n:36893" },
  { text: "3-4", csv: "n:36954" },
  { text: "10-20", csv: "n:37184" },
  { text: "1 2", csv: "n:36893" },
  { text: "5-", csv: "n:37012" },
  { text: "13-", csv: "s" },
  { text: "12/", csv: "n:37226" },
  { text: "1-2-2024", csv: "n:45293", html: "n:2421 m/d/yy" },
];

describe("Dates and times: text that is a date, in CSV and in HTML text", () => {
  const runs = inZones<Record<string, { csv: string; html: string }>>(`
    const say = ({ t, v, z }) => t === "n" ? "n:" + Number(v.toFixed(4)) + (z ? " " + z : "") : t;
    const cellOf = (text) => XLSX.read(text, { type: "string" }).Sheets.Sheet1.A1;
    return Object.fromEntries(${JSON.stringify(DATES)}.map(({ text }) => [text, {
      csv: say(cellOf(text)),
      html: say(cellOf("<table><tr><td>" + text + "</td></tr></table>")),
    }]));
  `);

  test.each(runs)("$zone", ({ result }) => {
    expect(DATES.map(({ text }) => [text, result[text]?.csv])).toEqual(DATES.map(({ text, csv }) => [text, csv]));
    const other = DATES.filter(({ html }) => html !== undefined);
    expect(other.map(({ text }) => [text, result[text]?.html])).toEqual(other.map(({ text, html }) => [text, html]));
  });
});

describe("Demos: what sheet_to_json returns for a date, by the format of the file", () => {
  const table = readFileSync(join(PROJECT, "content/docs/demos/_dates.md"), "utf8");
  const rows = table
    .split("\n")
    .filter((line) => /^\| [A-Z]{3}/.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim()));
  /** The words of the table, and the local date that they mean. */
  const MEANING: Readonly<Record<string, string | number>> = {
    "date code such as 45293": 45293,
    "`Date`": "2024-01-02 00:00",
    "`Date` four years and a day early": "2020-01-01 00:00",
    "`Date` four years and a day late": "2028-01-03 00:00",
  };
  const cases = rows.flatMap(([, file = "", plain = "", dates = ""]) => {
    const fromNumbers = file.includes("from number cells");
    const kinds = file === "NUMBERS" ? ["d"] : fromNumbers ? ["n"] : ["n", "d"];
    const formats = file
      .replace(/, written.*/, "")
      .toLowerCase()
      .split(", ");
    return formats.flatMap((bookType) =>
      kinds.map((kind) => ({ bookType, kind, expected: [MEANING[plain], MEANING[dates]] })),
    );
  });

  test("the table is understood", () => {
    expect(cases.map(({ bookType }) => bookType)).toEqual(expect.arrayContaining(["xlsx", "ods", "csv", "numbers"]));
    expect(cases.flatMap(({ expected }) => expected)).not.toContain(undefined);
  });

  test.each(
    inZones<(string | number)[][]>(`
      const pad = (number) => String(number).padStart(2, "0");
      const say = (v) => v instanceof Date
        ? v.getFullYear() + "-" + pad(v.getMonth() + 1) + "-" + pad(v.getDate()) + " " + pad(v.getHours()) + ":" + pad(v.getMinutes())
        : v;
      return ${JSON.stringify(cases)}.map(({ bookType, kind }) => {
        const ws = XLSX.utils.json_to_sheet([{ day: new Date(2024, 0, 2) }], { cellDates: kind === "d" });
        ws.A2.z = "m/d/yy";
        const bytes = XLSX.write(XLSX.utils.book_new(ws, "S"), { type: "buffer", bookType, numbers: NUMBERS });
        return [{}, { cellDates: true }].map((options) => {
          const wb = XLSX.read(bytes, options);
          return say(XLSX.utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]])[0].day);
        });
      });
    `),
  )("holds in $zone", ({ result }) => {
    const said = ({ bookType, kind }: { bookType: string; kind: string }, found: unknown) => [bookType, kind, found];
    expect(cases.map((entry, index) => said(entry, result[index]))).toEqual(
      cases.map((entry) => said(entry, entry.expected)),
    );
  });
});

test("Workbook helpers: an index of a format is no text of one", () => {
  const outcomes = ["xlsx", "xlsb", "xlml", "xls", "ods", "sylk", "biff4"].map((bookType) => {
    const ws = XLSX.utils.aoa_to_sheet([["Day"], [45293]]);
    XLSX.utils.cell_set_number_format(ws.A2, 14);
    // The formatter's table keeps what earlier writers put into it; the HTML reader clears it.
    XLSX.read("<table><tr><td>x</td></tr></table>", { type: "string" });
    try {
      const bytes = XLSX.write(XLSX.utils.book_new(ws, "S"), { type: "buffer", bookType: bookType as XLSX.BookType });
      return XLSX.read(bytes).Sheets.S?.A2.w;
    } catch {
      return "throws";
    }
  });
  expect(outcomes).toEqual(["14", "throws", "14", "throws", "throws", "throws", "throws"]);
  expect(XLSX.SSF.is_date(14 as unknown as string)).toBe(false);
});

/** The formats of which something is true of a worksheet that is written to them and read. */
function formatsWhere(ws: XLSX.WorkSheet, isTrue: (back: XLSX.WorkSheet) => boolean, options?: XLSX.ParsingOptions) {
  return FORMATS.filter((format) => {
    try {
      const wb = read(write({ SheetNames: ["S"], Sheets: { S: ws } }, format), { ...format.readOptions, ...options });
      return isTrue(wb.Sheets[wb.SheetNames[0] ?? ""] ?? {});
    } catch {
      return false;
    }
  }).map(({ title }) => title);
}

test("Dates and times: which readers leave the day that never was a number", () => {
  const ws: XLSX.WorkSheet = { "!ref": "A1", A1: { t: "n", v: 60.5, z: 'yyyy"-"mm' } };
  expect(formatsWhere(ws, ({ A1 }) => A1?.t === "n" && A1.z !== undefined, { cellDates: true })).toEqual([
    ...["XLSX", "XLSM", "XLAM", "ODS", "FODS", "SYLK", "WK1"],
  ]);
});

test("Reading files: `nodim` is for XLSX and its relatives alone", () => {
  const ws: XLSX.WorkSheet = { "!ref": "A1:C9", A1: { t: "s", v: "a" }, B2: { t: "s", v: "b" } };
  const differing = FORMATS.filter((format) => {
    const bytes = write({ SheetNames: ["S"], Sheets: { S: ws } }, format);
    const [stored, computed] = [false, true].map((nodim) => {
      const wb = read(bytes, { ...format.readOptions, nodim });
      return wb.Sheets[wb.SheetNames[0] ?? ""]?.["!ref"];
    });
    return stored !== computed;
  });
  expect(differing.map(({ title }) => title)).toEqual(["XLSX", "XLSM", "XLAM"]);
});

test("File properties: the write option `Props` does not replace all properties", () => {
  const NAMES = ["Title", "Author", "Manager", "Company", "Category", "Keywords", "AppVersion", "Language"];
  const keptIn = (bookType: XLSX.BookType) =>
    NAMES.filter((name) => {
      const wb = { ...XLSX.utils.book_new(XLSX.utils.aoa_to_sheet([[1]]), "S"), Props: { [name]: "old" } };
      const bytes = XLSX.write(wb, { type: "buffer", bookType, Props: { [name]: "new" } });
      return XLSX.read(bytes).Props?.[name as "Title"] === "old";
    });
  expect(keptIn("xlsx")).toEqual(["Manager", "Company", "AppVersion"]);
  expect(keptIn("xlsb")).toEqual(keptIn("xlsx"));
  expect(keptIn("xlml")).toEqual([]);
});

test("Merged cells: which formats keep an area without a first cell", () => {
  const ws: XLSX.WorkSheet = XLSX.utils.aoa_to_sheet([[null, 2], [null, 5], ["z"]]);
  ws["!merges"] = [XLSX.utils.decode_range("A1:A2")];
  const isKept = (back: XLSX.WorkSheet) => back["!merges"]?.length === 1;
  const withoutFirst = formatsWhere(ws, isKept);
  ws.A1 = { t: "s", v: "" };
  const lost = formatsWhere(ws, isKept).filter((title) => !withoutFirst.includes(title));
  expect(lost).toEqual(["XLML", "ODS", "FODS"]);
});

test("Sheet visibility: `true` hides in some formats only", () => {
  const sheets = { A: XLSX.utils.aoa_to_sheet([["a"]]), B: XLSX.utils.aoa_to_sheet([["b"]]) };
  const stateIn = (bookType: string) => {
    const Hidden = true as unknown as 1;
    const wb = { SheetNames: ["A", "B"], Sheets: sheets, Workbook: { Sheets: [{ Hidden: 0 as const }, { Hidden }] } };
    return read(write(wb, { bookType })).Workbook?.Sheets?.[1]?.Hidden;
  };
  expect(["xlsx", "xlsm", "xlam", "xlsb", "xlml", "xls"].map(stateIn)).toEqual([0, 0, 0, 1, 1, 1]);
});

test("Number formats: what Excel knows and the library does not", () => {
  const outcomeOf = (format: string) => {
    try {
      return XLSX.SSF.format(format, 1234.5);
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(["#,##0.##", "#,###.0##", "0,000", "0.0 %", "0.0\\ %"].map(outcomeOf)).toEqual([
    "unsupported format |#,##0.##|",
    "unsupported format |#,###.0##|",
    "unsupported format |0,000|",
    "unrecognized character % in 0.0 %",
    "unrecognized character % in 0.0\\ %",
  ]);
  expect([5, -5, "x"].map((value) => XLSX.SSF.format("0.00;@", value))).toEqual(["5.00", "-5.00", "x"]);
});

test("Known problems: which strings get into XML as they are", () => {
  const xmlOf = (bookType: "xlml" | "fods" | "xlsx", parts: Partial<XLSX.WorkBook>, A1: XLSX.CellObject) => {
    const bytes = write({ SheetNames: ["S"], Sheets: { S: { "!ref": "A1", A1 } }, ...parts }, { bookType });
    if (bookType !== "xlsx") return String(bytes);
    const zip = XLSX.CFB.read(bytes, { type: "buffer" });
    const files = zip.FileIndex as readonly { readonly content?: Uint8Array }[];
    return files.map(({ content }) => Buffer.from(content ?? []).toString()).join("");
  };
  const isRaw = (xml: string) => xml.includes("R&D");
  const cell: XLSX.CellObject = { t: "s", v: "R&D" };
  const name = { Name: "N", Ref: "S!$A$1" };
  expect(isRaw(xmlOf("xlml", {}, cell))).toBe(false);
  expect(isRaw(xmlOf("xlml", { Props: { Title: "R&D" } }, cell))).toBe(true);
  expect(isRaw(xmlOf("xlml", { Custprops: { Note: "R&D" } }, cell))).toBe(true);
  expect(isRaw(xmlOf("xlml", {}, { ...cell, c: [{ a: "A", t: "R&D" }] }))).toBe(true);
  expect(isRaw(xmlOf("xlsx", { Props: { Title: "R&D" }, Custprops: { Note: "R&D" } }, cell))).toBe(false);
  expect(isRaw(xmlOf("xlsx", { Workbook: { Names: [{ ...name, Comment: "R&D" }] } }, cell))).toBe(true);
  expect(isRaw(xmlOf("xlsx", { Workbook: { WBProps: { CodeName: "R&D" } } }, cell))).toBe(true);
  const text = { Workbook: { Names: [{ ...name, Ref: '"x"' }] } };
  expect(xmlOf("fods", text, cell)).toContain('table:cell-range-address="$"x""');
  expect(xmlOf("xlml", text, cell)).toContain('ss:RefersTo="="x""');
});

test("VBA: what the page's test for macros makes of sheets that are not worksheets", () => {
  const hasMacros = (wb: XLSX.WorkBook) =>
    wb.SheetNames.some((name) => {
      // The declarations know no macro sheets.
      const type: string | undefined = wb.Sheets[name]?.["!type"];
      return !wb.Sheets[name] || type === "macro";
    });
  expect(bodyOf("/docs/csf/features/vba")).toContain(
    'wb.SheetNames.some((name) => !wb.Sheets[name] || wb.Sheets[name]["!type"] === "macro")',
  );
  const officeTypes = "http://schemas.microsoft.com/office/2006/relationships/";
  const withKind = (relationship: string) => {
    const sheet = XLSX.utils.aoa_to_sheet([["x"]]);
    const bytes = write({ SheetNames: ["S", "M"], Sheets: { S: sheet, M: sheet } }, { bookType: "xlsm" });
    const zip = XLSX.CFB.read(bytes, { type: "buffer" });
    const links = zip.FileIndex[zip.FullPaths.findIndex((path: string) => path.endsWith("workbook.xml.rels"))];
    if (links === undefined) throw new Error("no relationships");
    const text = Buffer.from(links.content as Uint8Array).toString();
    links.content = Buffer.from(text.replace(/Type="[^"]*"(?= Target="worksheets\/sheet2)/, `Type="${relationship}"`));
    expect(String(links.content)).toContain(relationship);
    return XLSX.read(XLSX.CFB.write(zip, { type: "buffer", fileType: "zip" }), { type: "buffer", bookVBA: true });
  };
  expect(hasMacros(withKind(`${officeTypes}xlMacrosheet`))).toBe(true);
  expect(hasMacros(withKind(`${officeTypes}xlIntlMacrosheet`))).toBe(true);
  expect(hasMacros(withKind("http://schemas.openxmlformats.org/officeDocument/2006/relationships/dialogsheet"))).toBe(
    false,
  );
});
