/** Where the pages list the names that the library's types declare. */
export interface Place {
  /** Interfaces whose members are listed: `ParsingOptions`; or a type made of texts: `ParsingOptions.type`. */
  readonly types: readonly string[];
  readonly page: string;
  /** Headings that the names stand directly under. */
  readonly under: readonly string[];
  /** Members that stand in a sentence of the section instead of its table; `all` where it has no table of names. */
  readonly inSentence?: readonly string[] | "all";
  /** Names of the section's tables that the types lack; what shows each of them at work is in undeclared.ts. */
  readonly undeclared?: readonly string[];
}

/** What the functions that make sheets inherit from `CommonOptions`, and don't heed. */
const WITHOUT_EFFECT = ["WTF", "bookVBA", "cellStyles", "password"];

export const PLACES: readonly Place[] = [
  {
    types: ["ParsingOptions"],
    page: "/docs/api/parse-options",
    under: ["What is parsed", "What a cell carries", "Text and legacy formats"],
  },
  { types: ["ParsingOptions.type"], page: "/docs/api/parse-options", under: ["Input type"] },
  { types: ["WritingOptions"], page: "/docs/api/write-options", under: ["Options"], undeclared: ["file"] },
  { types: ["WritingOptions.type"], page: "/docs/api/write-options", under: ["Output type"] },
  {
    types: ["BookType"],
    page: "/docs/api/write-options",
    under: ["Formats"],
    undeclared: ["xlam", "biff4", "biff3", "xml", "wk3", "wk1", "htm"],
  },
  {
    types: ["WorkBook"],
    page: "/docs/api/parse-options",
    under: ["Result"],
    inSentence: ["SheetNames", "Sheets"],
    undeclared: ["keys", "files", "cfb", "SSF", "Strings", "Styles", "Themes", "Directory", "Deps"],
  },
  { types: ["StrideOption"], page: "/docs/api/stream", under: ["Functions"] },
  { types: ["Sheet2JSONOpts"], page: "/docs/api/utilities/array", under: ["sheet_to_json"] },
  {
    types: ["AOA2SheetOpts"],
    page: "/docs/api/utilities/array",
    under: ["aoa_to_sheet"],
    inSentence: WITHOUT_EFFECT,
    undeclared: ["nullError", "origin"],
  },
  { types: ["OriginOption"], page: "/docs/api/utilities/array", under: ["sheet_add_aoa"], inSentence: "all" },
  {
    types: ["JSON2SheetOpts"],
    page: "/docs/api/utilities/array",
    under: ["json_to_sheet"],
    inSentence: [...WITHOUT_EFFECT, "sheetStubs"],
    undeclared: ["nullError"],
  },
  { types: ["Sheet2CSVOpts"], page: "/docs/api/utilities/csv", under: ["sheet_to_csv"] },
  { types: ["Sheet2HTMLOpts"], page: "/docs/api/utilities/html", under: ["sheet_to_html"] },
  {
    types: ["Table2SheetOpts", "Table2BookOpts"],
    page: "/docs/api/utilities/html",
    under: ["table_to_sheet, table_to_book"],
    inSentence: [...WITHOUT_EFFECT, "sheetStubs"],
    undeclared: ["dense"],
  },
  { types: ["Sheet2FormulaOpts"], page: "/docs/api/utilities/formulae", under: ["sheet_to_formulae"] },
  { types: ["WorkBook"], page: "/docs/csf/book", under: ["Keys"] },
  {
    types: ["WBProps", "SheetProps", "WBView", "WorkbookProperties"],
    page: "/docs/csf/book",
    under: ["Workbook settings"],
    inSentence: ["name", "Views", "WBProps"],
  },
  { types: ["FullProperties"], page: "/docs/csf/features/props", under: ["Standard properties"] },
  { types: ["CellObject"], page: "/docs/csf/cell", under: ["Keys"] },
  { types: ["ExcelDataType"], page: "/docs/csf/cell", under: ["Cell types"] },
  {
    types: ["Comment", "Comments"],
    page: "/docs/csf/features/comments",
    under: ["The comment list"],
    inSentence: ["hidden"],
    undeclared: ["r", "h"],
  },
  { types: ["Hyperlink"], page: "/docs/csf/features/hyperlinks", under: ["The link object"] },
  { types: ["DefinedName"], page: "/docs/csf/features/names", under: ["The name object"], undeclared: ["Hidden"] },
  {
    types: ["ColInfo", "DBFField"],
    page: "/docs/csf/features/colprops",
    under: ["The column object"],
    inSentence: ["name", "type", "len", "dec"],
  },
  { types: ["RowInfo"], page: "/docs/csf/features/rowprops", under: ["The row object"] },
  { types: ["XLSX$Consts"], page: "/docs/csf/features/visibility", under: ["Values"], inSentence: "all" },
  { types: ["MarginInfo"], page: "/docs/csf/sheet", under: ["Margins"] },
  {
    types: ["WorkSheet", "AutoFilterInfo"],
    page: "/docs/csf/sheet",
    under: ["Keys of every sheet", "Keys of worksheets"],
    inSentence: ["ref"],
    undeclared: ["!fullref", "!outline"],
  },
  { types: ["ProtectInfo"], page: "/docs/csf/sheet", under: ["Protection"], inSentence: "all" },
];

/** The pages that functions belong to, each with its signature or in a table of functions. */
export const FUNCTIONS: Readonly<Record<string, readonly string[]>> = {
  "/docs/api/": ["set_fs", "set_cptable"],
  "/docs/api/parse-options": ["read", "readFile"],
  "/docs/api/write-options": ["write", "writeFile", "writeXLSX", "writeFileXLSX", "writeFileAsync"],
  "/docs/api/stream": ["stream.to_csv", "stream.to_html", "stream.to_json", "stream.to_xlml", "stream.set_readable"],
  "/docs/api/utilities/array": [
    ...["utils.aoa_to_sheet", "utils.sheet_add_aoa", "utils.json_to_sheet", "utils.sheet_add_json"],
    "utils.sheet_to_json",
  ],
  "/docs/api/utilities/html": [
    "utils.table_to_sheet",
    "utils.table_to_book",
    "utils.sheet_add_dom",
    "utils.sheet_to_html",
  ],
  "/docs/api/utilities/csv": ["utils.sheet_to_csv", "utils.sheet_to_txt"],
  "/docs/api/utilities/formulae": ["utils.sheet_to_formulae", "utils.sheet_set_array_formula"],
  "/docs/api/utilities/wb": [
    ...["utils.book_new", "utils.book_append_sheet", "utils.book_set_sheet_visibility", "utils.sheet_new"],
    ...["utils.cell_set_number_format", "utils.cell_set_hyperlink", "utils.cell_set_internal_link"],
    ...["utils.cell_add_comment", "utils.format_cell"],
  ],
  "/docs/csf/general": [
    ...["utils.encode_cell", "utils.encode_range", "utils.encode_col", "utils.encode_row"],
    ...["utils.decode_cell", "utils.decode_range", "utils.decode_col", "utils.decode_row"],
  ],
};
