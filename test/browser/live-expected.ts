/** What a reader does in the result of a live sample, by the names that its controls have. */
export type Step =
  | { readonly fill: string; readonly with: string }
  | { readonly choose: string; readonly option: string }
  /** A checkbox, by the space bar. */
  | { readonly toggle: string }
  /** A button, by the enter key; `saves` is the name of the file that is then downloaded. */
  | { readonly press: string; readonly saves?: string }
  | { readonly open: string; readonly file: string }
  | { readonly paste: string; readonly html: string }
  | { readonly copy: string };

export interface Expected {
  /** Text of the result before anything is done. */
  readonly shows: string;
  readonly steps: readonly Step[];
  /** Text of the result after that. */
  readonly ends: string;
}

const FORMULAE = "/docs/csf/features/formulae";
const COMMENTS = "/docs/csf/features/comments";
const LINKS = "/docs/csf/features/hyperlinks";
const ARRAY = "/docs/api/utilities/array";
const HTML = "/docs/api/utilities/html";
const READ = "/docs/api/parse-options";
const WRITE = "/docs/api/write-options";
const NETWORK = "/docs/demos/net/network";
/** The file of this site that is given to samples that take one. */
const FILE = "pres.xlsx";

/** Every live sample of the site, by its page and the name of its component. */
export const EXPECTED: Readonly<Record<string, Expected>> = {
  "/docs ReadAnyFormat": {
    shows: "pres.numbers",
    steps: [{ press: "pres.numbers" }],
    ends: "Joseph Biden",
  },
  "/docs SaveTable": {
    shows: "Pencil",
    steps: [{ press: "Save prices.xlsx", saves: "prices.xlsx" }],
    ends: "Paper",
  },
  "/docs/getting-started/examples/export ExportPresidents": {
    shows: "Save Presidents.xlsx",
    steps: [{ press: "Save Presidents.xlsx", saves: "Presidents.xlsx" }],
    ends: "rows saved.",
  },
  "/docs/getting-started/examples/import ShowLoans": {
    shows: "0 quarters",
    steps: [{ press: "Load loans.xls" }],
    ends: "Q4",
  },
  "/docs/cookbook/read/choose-sheet ChooseSheet": {
    shows: "Visible",
    steps: [{ choose: "Sheet", option: "VeryHidden" }],
    ends: "VeryHidden",
  },
  "/docs/solutions/input ImportDemo": {
    shows: "Choose a spreadsheet file.",
    steps: [{ open: "File", file: FILE }],
    ends: "pres.xlsx: Sheet1",
  },
  "/docs/solutions/output ExportDemo": {
    shows: "ods",
    steps: [{ press: "ods", saves: "stock.ods" }],
    ends: "Asked the browser to save stock.ods",
  },
  "/docs/miscellany/sheet-lol Viewer": {
    shows: "Choose a spreadsheet file.",
    steps: [{ open: "File", file: FILE }],
    ends: "Joseph Biden",
  },
  "/docs/csf/general DecodeAddress": {
    shows: "3 columns, 3 rows",
    steps: [{ fill: "Address", with: "$C$2" }],
    ends: "encode_range: C2",
  },
  "/docs/csf/cell MakeCells": {
    shows: "CSV: text,42,FALSE,,50%",
    steps: [{ toggle: "sheetStubs" }],
    ends: 'D1: {"v":null,"t":"z"}',
  },
  [`${FORMULAE} FormulaInFile`]: {
    shows: 'D2: {"t":"n","v":10,"f":"B2*C2","w":"10"}',
    steps: [
      { fill: "Result", with: "12" },
      { choose: "Format", option: "xls" },
    ],
    ends: 'D2: {"v":12,"t":"n","w":"12"}',
  },
  [`${FORMULAE} ArrayFormula`]: {
    shows: "!ref: A1:C3",
    steps: [{ fill: "Range", with: "E5" }, { toggle: "dynamic" }],
    ends: 'E5: {"t":"n","F":"E5","f":"A2:A3*B2:B3","D":true}',
  },
  [`${FORMULAE} FunctionPrefix`]: {
    shows: "_xlfn.UNIQUE(A1:A3)",
    steps: [{ fill: "Formula", with: "_xlfn._xlws.SORT(A1:A3)" }],
    ends: "read(bytes)\t_xlws.SORT(A1:A3)",
  },
  [`${COMMENTS} WriteNote`]: {
    shows: "Includes shipping\thidden",
    steps: [{ fill: "Author", with: "Bob" }, { toggle: "hidden" }, { press: "Save note.xlsx", saves: "note.xlsx" }],
    ends: "Bob\tIncludes shipping\topen",
  },
  [`${COMMENTS} NoteOrThread`]: {
    shows: "Parts that came back: 2",
    steps: [{ choose: "Format", option: "xls" }],
    ends: "Parts that came back: 1",
  },
  [`${LINKS} LinkFormats`]: {
    shows: "csv\tnone\tnone",
    steps: [
      { fill: "Target", with: "#Sums!B2" },
      { press: "Save link.xlsx", saves: "link.xlsx" },
    ],
    ends: "xlsb\t#Sums!B2\tOpens the guide",
  },
  [`${LINKS} CheckTargets`]: {
    shows: "other-scheme:page\tno",
    steps: [{ fill: "Targets", with: "tel:123" }],
    ends: "tel:123\tno",
  },
  "/docs/csf/features/visibility HideSheets": {
    shows: "Keys\tvery hidden",
    steps: [
      { choose: "Report", option: "hidden" },
      { choose: "Format", option: "ods" },
      { press: "Save hidden.ods", saves: "hidden.ods" },
    ],
    ends: "Keys\tvisible",
  },
  "/docs/csf/features/visibility ListSheets": {
    shows: "1 of 3 sheets:",
    steps: [{ toggle: "hidden sheets, too" }],
    ends: "VeryHidden: VeryHidden",
  },
  "/docs/csf/features/merges MergeAreas": {
    shows: ",Bergen,3",
    steps: [{ toggle: "copy the first cell" }, { fill: "Areas", with: "A2:A3 A3:B3" }],
    ends: "Areas overlap",
  },
  "/docs/csf/features/nf TryFormat": {
    shows: "(1,234.50)",
    steps: [{ fill: "Value", with: "0" }],
    ends: "Shown as zero",
  },
  "/docs/csf/features/nf FormatSections": {
    shows: '"abc"\ttext: abc',
    steps: [{ fill: "Format", with: "0.0%" }],
    ends: "0.125\t12.5%",
  },
  "/docs/csf/features/dates DateCode": {
    shows: "Tuesday, 2 January 2024, 18:00",
    steps: [{ toggle: "count from 1904" }],
    ends: "3 January 2028",
  },
  "/docs/csf/features/dates GuessDates": {
    shows: "2/1/2024\td\t2024-02-01T00:00:00.000Z",
    steps: [{ fill: "dateNF", with: "d/m/yyyy" }],
    ends: "13/1/2024\td\t2024-01-13T00:00:00.000Z",
  },
  "/docs/csf/features/colprops ColumnWidth": {
    shows: "wch 20, wpx 125",
    steps: [
      { fill: "Width", with: "10" },
      { press: "Save width.xlsx", saves: "width.xlsx" },
      { choose: "Format", option: "ods" },
    ],
    ends: "no widths",
  },
  "/docs/csf/features/colprops SkipColumns": {
    shows: "Item,Price",
    steps: [{ toggle: "Item" }],
    ends: "Price\n0.25\n0.2",
  },
  "/docs/csf/features/rowprops SkipRows": {
    shows: '{"Item":"Nut","Qty":25}',
    steps: [{ toggle: "row 3" }, { press: "Save rows.xlsx", saves: "rows.xlsx" }],
    ends: '{"Item":"secret","Qty":1}',
  },
  "/docs/csf/features/names NamedRange": {
    shows: "Data: [[100,120],[80,95]]",
    steps: [
      { fill: "Ref", with: "Data!$B$2:$B$3" },
      { choose: "Format", option: "xlsb" },
    ],
    ends: "Data: [[120],[95]]",
  },
  "/docs/csf/features/props FileProperties": {
    shows: "Project\tWarehouse",
    steps: [
      { fill: "Title", with: "Stock 2025" },
      { press: "Save props.xlsx", saves: "props.xlsx" },
      { choose: "Format", option: "ods" },
    ],
    ends: "Title\tlost",
  },
  [`${ARRAY} ObjectsToSheet`]: {
    shows: "item,qty,note",
    steps: [{ fill: "header", with: "note" }, { toggle: "skipHeader" }],
    ends: ",3,Ink",
  },
  [`${ARRAY} AddAtOrigin`]: {
    shows: "!ref: A1:B4",
    steps: [{ fill: "origin", with: "C2" }],
    ends: "Ada,1815,Grace,1906",
  },
  [`${ARRAY} SheetToRows`]: {
    shows: '{"Item":"Pens","Price":1.5}',
    steps: [{ choose: "header", option: "1" }, { toggle: "raw" }, { toggle: "blankrows" }],
    ends: '["Item","Price"]\n["Pens","1.50"]\n[]\n["Ink"]',
  },
  "/docs/api/utilities/csv CsvOptions": {
    shows: "1.23457E+11",
    steps: [
      { choose: "FS", option: "bar" },
      { toggle: "strip" },
      { toggle: "rawNumbers" },
      { press: "Save quotes.csv", saves: "quotes.csv" },
    ],
    ends: '|"She said ""yes"", once"|0.25|123456789012',
  },
  "/docs/api/utilities/csv SafeFields": {
    shows: "'@name",
    steps: [{ fill: "Texts", with: "=1+2" }],
    ends: "'=1+2",
  },
  "/docs/api/utilities/formulae ListFormulae": {
    shows: "D3=B3*C3",
    steps: [{ toggle: "values" }],
    ends: "A2='Pens",
  },
  [`${HTML} TableExport`]: {
    shows: "City trams",
    steps: [{ press: "Export", saves: "trams.xlsx" }],
    ends: "Graz,008",
  },
  [`${HTML} ReadHtmlText`]: {
    shows: '{"City":"Graz","Lines":"008"}',
    steps: [{ toggle: "raw" }],
    ends: '{"City":"Oslo","Lines":"6"}',
  },
  [`${HTML} WriteHtmlText`]: {
    shows: 'data-v="Graz &lt;new&gt;"',
    steps: [{ fill: "id", with: "trams" }],
    ends: 'id="trams-A2"',
  },
  [`${HTML} SheetView`]: { shows: "Joseph Biden\t46", steps: [], ends: "Bill Clinton\t42" },
  [`${READ} WhatIsInside`]: {
    shows: "Choose a spreadsheet file.",
    steps: [{ open: "File", file: FILE }],
    ends: "Format: xlsx\nSheet1: A1:B6",
  },
  [`${READ} CellOptions`]: {
    shows: "sheet_to_json: [[0.5,1],[45293]]",
    steps: [{ toggle: "cellNF" }, { toggle: "cellDates" }],
    ends: '"z":"0%"',
  },
  [`${READ} SplitFields`]: {
    shows: "Oslo\tnumber 6\tnumber 0.5",
    steps: [{ toggle: "raw" }],
    ends: "Graz\t1,50\t(5)",
  },
  [`${READ} PreviewRows`]: {
    shows: "!ref: A1:B3, !fullref: A1:B6",
    steps: [{ fill: "sheetRows", with: "0" }],
    ends: "Joseph Biden,46",
  },
  [`${WRITE} Download`]: {
    shows: "Save",
    steps: [
      { choose: "Format", option: "xlsb" },
      { press: "Save", saves: "stock.xlsb" },
    ],
    ends: "Asked the browser to save stock.xlsb",
  },
  [`${WRITE} OutputTypes`]: {
    shows: "starts with 80 75 3 4",
    steps: [{ choose: "type", option: "string" }],
    ends: "'string' output type invalid for 'xlsx' files",
  },
  [`${WRITE} FileSizes`]: {
    shows: "xlsb\t45,859",
    steps: [{ fill: "Rows", with: "100" }],
    ends: "xlsb\t20,259\t9,074\t9,100",
  },
  "/docs/demos/frontend/react Rows": {
    shows: "Save rows.xlsx",
    steps: [
      { open: "Workbook", file: FILE },
      { press: "Save rows.xlsx", saves: "rows.xlsx" },
    ],
    ends: "5 rows, the first one",
  },
  "/docs/demos/local/clipboard PasteCells": {
    shows: "Read as text/plain, range A1:B3:",
    steps: [
      { paste: "Paste here", html: "<table><tr><td>Screw</td><td>3</td></tr></table>" },
      { press: "Save pasted.xlsx", saves: "pasted.xlsx" },
    ],
    ends: "Read as text/html, range A1:B1:",
  },
  "/docs/demos/local/clipboard CopyTable": {
    shows: "Nothing copied yet.",
    steps: [{ copy: "Table to copy" }],
    ends: "Part\tStock\nBolt\t12",
  },
  "/docs/demos/local/file OpenFiles": {
    shows: "0 files",
    steps: [{ open: "Workbooks", file: FILE }],
    ends: "pres.xlsx\t8859\tSheet1 A1:B6",
  },
  "/docs/demos/local/file SaveAs": {
    shows: "File name",
    steps: [{ press: "Save", saves: "book.ods" }, { fill: "File name", with: "book.zzz" }, { press: "Save" }],
    ends: "zzz",
  },
  "/docs/demos/local/storageapi TextSizes": {
    shows: "Rows as JSON\t15,500 characters",
    steps: [{ fill: "Columns", with: "1" }],
    ends: "Rows as JSON\t4,690 characters",
  },
  "/docs/demos/local/storageapi KeepDraft": {
    shows: "Nothing is stored.",
    steps: [{ press: "Keep" }, { fill: "Draft", with: "gone" }, { press: "Restore" }],
    ends: "Restored from the stored text.",
  },
  "/docs/demos/data/sql SheetToSql": {
    shows: '["Free",0,1]',
    steps: [{ choose: "Database", option: "PostgreSQL" }],
    ends: '("Plan" TEXT, "Price" DOUBLE PRECISION, "Active" BOOLEAN)',
  },
  "/docs/demos/math/summary ColumnFigures": {
    shows: "B\t3\t176.000\t6.000\t170\t182",
    steps: [{ fill: "Rows", with: "1\n2\n3" }],
    ends: "A\t3\t2.000\t1.000\t1\t3",
  },
  [`${NETWORK} Download`]: {
    shows: "Fetch the file",
    steps: [{ press: "Fetch the file" }],
    ends: "Joseph Biden",
  },
  [`${NETWORK} FetchAny`]: {
    shows: "8,859 bytes",
    steps: [{ choose: "File", option: "pres.numbers" }],
    ends: "76,162 bytes",
  },
  [`${NETWORK} CheckStatus`]: {
    shows: "Nothing fetched yet.",
    steps: [{ press: "Fetch" }, { fill: "Address", with: "/files/none.csv" }, { press: "Fetch" }],
    ends: "The server said 404",
  },
};
