import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type * as Library from "xlsx";
import { temporaryFolder } from "../helpers/docgen.ts";

// The build for Node: the other one does not reach the file system by itself.
const XLSX = createRequire(import.meta.url)("xlsx") as typeof Library;

/** Something that the pages document and the type declarations lack. */
export interface Undeclared {
  /** Versions of the library that it was seen in. */
  readonly versions: string;
  /** Whether the installed library has it. */
  readonly seen: () => boolean;
}

const BOTH = "0.18.5 and 0.20.3";

const sheet = (): Library.WorkSheet => XLSX.utils.aoa_to_sheet([["Item"], ["Pens"], ["Ink"]]);
const book = (ws: Library.WorkSheet = sheet()): Library.WorkBook => ({ SheetNames: ["S"], Sheets: { S: ws } });
const again = (wb: Library.WorkBook, to: object = {}, from: object = {}): Library.WorkBook & Record<string, unknown> =>
  XLSX.read(XLSX.write(wb, { type: "buffer", ...to }), from) as Library.WorkBook & Record<string, unknown>;

const writes = (bookType: string): Undeclared => ({
  versions: BOTH,
  seen: () => XLSX.write(book(), { type: "buffer", bookType: bookType as Library.BookType }).length > 0,
});
const workbookHas = (key: string, from: object = {}, bookType = "xlsx"): Undeclared => ({
  versions: BOTH,
  seen: () => again(book(), { bookType }, from)[key] !== undefined,
});
const isFunction = (owner: object, name: string): Undeclared => ({
  versions: BOTH,
  seen: () => typeof (owner as Record<string, unknown>)[name] === "function",
});
const nullBecomesError = (make: (options: object) => Library.WorkSheet, cell: string): Undeclared => ({
  versions: BOTH,
  seen: () => make({ nullError: true })[cell]?.t === "e" && make({})[cell]?.t !== "e",
});

function commentPart(): Record<string, unknown> {
  const ws = sheet();
  XLSX.utils.cell_add_comment(ws.A1, "Note", "Ada");
  return (again(book(ws)).Sheets.S?.A1.c ?? [])[0];
}

/** By the type that lacks it, or the object. */
export const UNDECLARED: Readonly<Record<string, Undeclared>> = {
  "WritingOptions.file": {
    versions: BOTH,
    seen: () => {
      const file = join(temporaryFolder(), "a.csv");
      XLSX.write(book(), { type: "file", bookType: "csv", file } as Library.WritingOptions);
      return existsSync(file);
    },
  },
  "BookType.xlam": writes("xlam"),
  "BookType.biff4": writes("biff4"),
  "BookType.biff3": writes("biff3"),
  "BookType.xml": writes("xml"),
  "BookType.wk3": writes("wk3"),
  "BookType.wk1": writes("wk1"),
  "BookType.htm": writes("htm"),
  "AOA2SheetOpts.nullError": nullBecomesError((options) => XLSX.utils.aoa_to_sheet([[null]], options), "A1"),
  "AOA2SheetOpts.origin": {
    versions: BOTH,
    seen: () => XLSX.utils.aoa_to_sheet([[1]], { origin: "B2" } as Library.AOA2SheetOpts).B2?.v === 1,
  },
  "AOA2SheetOpts.date1904": {
    versions: "0.20.3",
    seen: () => {
      const options = { UTC: true, date1904: true } as Library.AOA2SheetOpts;
      return XLSX.utils.aoa_to_sheet([[new Date(Date.UTC(2024, 0, 2))]], options).A1.v === 43831;
    },
  },
  "WritingOptions.sheetFormat": {
    versions: BOTH,
    seen: () => {
      const options = { sheetFormat: { baseColWidth: 12, defaultRowHeight: 20 } };
      const { files } = again(book(), options, { bookFiles: true }) as unknown as {
        files: Record<string, { content: Uint8Array }>;
      };
      const part = String(files["xl/worksheets/sheet1.xml"]?.content);
      return part.includes('<sheetFormatPr defaultRowHeight="20" baseColWidth="12"');
    },
  },
  "JSON2SheetOpts.nullError": nullBecomesError((options) => XLSX.utils.json_to_sheet([{ a: null }], options), "A2"),
  "Table2SheetOpts.dense": {
    versions: BOTH,
    seen: () => {
      const ws = XLSX.utils.table_to_sheet({ rows: [], getElementsByTagName: () => [] }, {
        dense: true,
      } as Library.Table2SheetOpts);
      return Array.isArray(ws["!data"] ?? ws);
    },
  },
  "WorkBook.keys": workbookHas("keys", { bookFiles: true }),
  "WorkBook.files": workbookHas("files", { bookFiles: true }),
  "WorkBook.cfb": workbookHas("cfb", { bookFiles: true }, "biff8"),
  "WorkBook.SSF": workbookHas("SSF"),
  "WorkBook.Strings": workbookHas("Strings"),
  "WorkBook.Styles": workbookHas("Styles"),
  "WorkBook.Themes": workbookHas("Themes"),
  "WorkBook.Directory": workbookHas("Directory"),
  "WorkBook.Deps": workbookHas("Deps"),
  "utils.consts.SHEET_VERY_HIDDEN": {
    versions: BOTH,
    seen: () => (XLSX.utils.consts as unknown as Record<string, unknown>).SHEET_VERY_HIDDEN === 2,
  },
  "DefinedName.Hidden": {
    versions: BOTH,
    seen: () => {
      const name = { Name: "Rate", Ref: "S!$A$1", Hidden: true };
      const [copy] = again({ ...book(), Workbook: { Names: [name] } }).Workbook?.Names ?? [];
      return (copy as typeof name | undefined)?.Hidden === true;
    },
  },
  "Comment.r": { versions: BOTH, seen: () => typeof commentPart().r === "string" },
  "Comment.h": { versions: BOTH, seen: () => typeof commentPart().h === "string" },
  "WorkSheet.!fullref": {
    versions: BOTH,
    seen: () => again(book(), {}, { sheetRows: 1 }).Sheets.S?.["!fullref"] === "A1:A3",
  },
  "WorkSheet.!outline": {
    versions: BOTH,
    seen: () => {
      const ws = { ...sheet(), "!outline": { above: true } };
      return again(book(ws), { bookType: "xlsb" }).Sheets.S?.["!outline"]?.above === true;
    },
  },
  "XLSX.readFileSync": isFunction(XLSX, "readFileSync"),
  "XLSX.writeFileSync": isFunction(XLSX, "writeFileSync"),
  "XLSX.parse_zip": isFunction(XLSX, "parse_zip"),
  "XLSX.parse_xlscfb": isFunction(XLSX, "parse_xlscfb"),
  "XLSX.utils.sheet_get_cell": isFunction(XLSX.utils, "sheet_get_cell"),
  "XLSX.utils.split_cell": isFunction(XLSX.utils, "split_cell"),
  "XLSX.utils.sheet_to_row_object_array": isFunction(XLSX.utils, "sheet_to_row_object_array"),
};
