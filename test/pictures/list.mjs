/**
 * What each picture shows, by its name from the folder of the docs. The sample is the last runnable one above the
 * picture in its page.
 *
 * What is opened: the first file that the sample writes into memory, or
 * - `file`: one that it writes to the disk;
 * - `value`: an expression at the sample's end, a workbook, a sheet, or the text of a file with the extension `as`;
 * - `csv`: how Calc reads a text file: separator, quote and character set (76: UTF-8, 1: Windows-1252) by number.
 *
 * What is shown: `cells` from the upper left corner on, at least `width` pixels, and
 * - `bar`: the formula bar; `tabs`: the sheet tabs;
 * - `select`: the selected cells; `hover`: the cell that the pointer is on;
 * - `notes`: open all notes; `fit`: columns made as wide as their text; `rtl`: columns run from right to left;
 * - `commands`: Calc's own, run first; `dialog`: one that opens a window, which is shown alone; `keys`: pressed in it.
 */
export const PICTURES = {
  "api/utilities/img/csv-byte-order-mark@2x.webp": { file: "out2.csv", csv: "44,34,1", cells: "A1:E3" },
  "api/utilities/img/csv-injection@2x.webp": {
    value: "XLSX.utils.sheet_to_csv(XLSX.utils.aoa_to_sheet(safe))",
    as: "csv",
    csv: "44,34,76",
    cells: "A1:F3",
  },
  "api/utilities/img/csv-quotes@2x.webp": {
    value: "XLSX.utils.sheet_to_csv(ws)",
    as: "csv",
    csv: "44,34,76",
    fit: "B:B",
    cells: "A1:D3",
  },
  "api/utilities/img/csv-semicolons@2x.webp": {
    value: 'XLSX.utils.sheet_to_csv(ws, { FS: ";" })',
    as: "csv",
    csv: "44,34,76",
    cells: "A1:E5",
  },
  "api/utilities/img/html-tables@2x.webp": { value: "wb", cells: "A1:E4", select: "A1", tabs: true },
  "api/utilities/img/json-swapped@2x.webp": { value: "ws", cells: "A1:D5" },
  "api/utilities/img/cell-helpers@2x.webp": { value: "ws", hover: "C2", cells: "A1:F9" },
  "constellation/img/stata-dates@2x.webp": { value: "ws", fit: "B:B", cells: "A1:D4" },
  "csf/features/img/array-formula@2x.webp": { value: "ws", bar: true, select: "C2", cells: "A1:F4" },
  "csf/features/img/array-sum@2x.webp": { bar: true, select: "B3", cells: "A1:F4" },
  "csf/features/img/column-widths@2x.webp": { cells: "A1:E3" },
  "csf/features/img/columns-fitted@2x.webp": { value: "ws", cells: "A1:D4" },
  "csf/features/img/dates-1904@2x.webp": { fit: "A:B", cells: "A1:D3" },
  "csf/features/img/dates-csv@2x.webp": { value: "csv", as: "csv", csv: "44,34,76", cells: "A1:E3" },
  "csf/features/img/dates-formats@2x.webp": { value: "plan", fit: "A:B", cells: "A1:D3" },
  "csf/features/img/dates-two-kinds@2x.webp": { fit: "A:B", cells: "A1:D2" },
  "csf/features/img/defined-names@2x.webp": { cells: "A1:D4", dialog: "DefineName" },
  "csf/features/img/duration@2x.webp": { value: '{ "!ref": "A1", A1: cell }', bar: true, select: "A1", cells: "A1:F2" },
  "csf/features/img/formats-examples@2x.webp": {
    value: 'XLSX.utils.aoa_to_sheet(examples.map(([z, v]) => [z, v, { t: typeof v === "number" ? "n" : "s", v, z }]))',
    fit: "A:C",
    cells: "A1:C20",
  },
  "csf/features/img/formats-rates@2x.webp": { value: "ws", cells: "A1:D5" },
  "csf/features/img/formats@2x.webp": { value: "ws", bar: true, select: "B2", cells: "A1:F3" },
  "csf/features/img/formula-results@2x.webp": { cells: "A1:F2" },
  "csf/features/img/formula@2x.webp": { bar: true, select: "D2", cells: "A1:F3" },
  "csf/features/img/hidden-column@2x.webp": { value: "ws", cells: "A1:E3" },
  "csf/features/img/hidden-rows@2x.webp": { value: "ws", cells: "A1:D5" },
  "csf/features/img/hidden-sheets@2x.webp": { cells: "A1:F3", tabs: true },
  "csf/features/img/link-tooltip@2x.webp": { value: "ws", hover: "A2", cells: "A1:F5" },
  "csf/features/img/merged-groups@2x.webp": { value: "ws", select: "A2", cells: "A1:D5" },
  "csf/features/img/merged-html@2x.webp": { value: "ws", select: "A1", cells: "A1:D3" },
  "csf/features/img/merged-title@2x.webp": { select: "A1", cells: "A1:E4" },
  "csf/features/img/note-empty-cell@2x.webp": { notes: true, cells: "A1:F8" },
  "csf/features/img/note-hover@2x.webp": { hover: "B1", cells: "A1:F7" },
  "csf/features/img/note-thread@2x.webp": { notes: true, cells: "A1:F8" },
  "csf/features/img/notes-open@2x.webp": { value: "ws", cells: "A1:G8" },
  "csf/features/img/outline@2x.webp": { cells: "A1:E5" },
  "csf/features/img/print-area@2x.webp": { cells: "A1:E5", commands: ["PagebreakMode", "NormalViewMode"] },
  "csf/features/img/row-heights@2x.webp": { cells: "A1:E5" },
  "csf/features/img/row-properties@2x.webp": { cells: "A1:E4" },
  "csf/features/img/unknown-function@2x.webp": { bar: true, select: "C1", cells: "A1:F4" },
  "csf/img/cell-types@2x.webp": { value: "ws", cells: "A1:G2" },
  "csf/img/error@2x.webp": { value: "ws", cells: "A1:D4" },
  "csf/img/first-cells@2x.webp": { value: "ws", cells: "A1:E2" },
  "csf/img/long-numbers@2x.webp": { value: "ws", fit: "A:B", cells: "A1:D3" },
  "csf/img/filter-buttons@2x.webp": { cells: "A1:D4" },
  "csf/img/right-to-left@2x.webp": { rtl: true, cells: "A1:E4" },
  "csf/img/sheet-order@2x.webp": { cells: "A1:E3", tabs: true },
  "csf/img/sheet-range@2x.webp": { value: "ws", cells: "A1:E4" },
  "getting-started/examples/img/presidents-plain@2x.webp": { value: "wb", cells: "A1:F6" },
  "getting-started/examples/img/presidents@2x.webp": { file: "Presidents.xlsx", cells: "A1:E6" },
  "getting-started/examples/img/loans@2x.webp": { file: "loans.xls", zoom: 100, cells: "A1:H11" },
  "getting-started/img/first@2x.webp": { file: "first.xlsx", cells: "A1:E4", tabs: true },
};
