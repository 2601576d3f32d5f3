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
  "api/utilities/img/csv-byte-order-mark.webp": { file: "out2.csv", csv: "44,34,1", cells: "A1:E3" },
  "api/utilities/img/csv-injection.webp": {
    value: "XLSX.utils.sheet_to_csv(XLSX.utils.aoa_to_sheet(safe))",
    as: "csv",
    csv: "44,34,76",
    cells: "A1:F3",
  },
  "api/utilities/img/csv-quotes.webp": {
    value: "XLSX.utils.sheet_to_csv(ws)",
    as: "csv",
    csv: "44,34,76",
    fit: "B:B",
    cells: "A1:D3",
  },
  "api/utilities/img/csv-semicolons.webp": {
    value: 'XLSX.utils.sheet_to_csv(ws, { FS: ";" })',
    as: "csv",
    csv: "44,34,76",
    cells: "A1:E5",
  },
  "api/utilities/img/html-tables.webp": { value: "wb", cells: "A1:E4", select: "A1", tabs: true },
  "api/utilities/img/json-swapped.webp": { value: "ws", cells: "A1:D5" },
  "api/utilities/img/cell-helpers.webp": { value: "ws", hover: "C2", cells: "A1:F9" },
  "constellation/img/stata-dates.webp": { value: "ws", fit: "B:B", cells: "A1:D4" },
  "csf/features/img/array-formula.webp": { value: "ws", bar: true, select: "C2", cells: "A1:F4" },
  "csf/features/img/array-sum.webp": { bar: true, select: "B3", cells: "A1:F4" },
  "csf/features/img/column-widths.webp": { cells: "A1:E3" },
  "csf/features/img/columns-fitted.webp": { value: "ws", cells: "A1:D4" },
  "csf/features/img/dates-1904.webp": { fit: "A:B", cells: "A1:D3" },
  "csf/features/img/dates-csv.webp": { value: "csv", as: "csv", csv: "44,34,76", cells: "A1:E3" },
  "csf/features/img/dates-formats.webp": { value: "plan", fit: "A:B", cells: "A1:D3" },
  "csf/features/img/dates-two-kinds.webp": { fit: "A:B", cells: "A1:D2" },
  "csf/features/img/defined-names.webp": { cells: "A1:D4", dialog: "DefineName" },
  "csf/features/img/duration.webp": { value: '{ "!ref": "A1", A1: cell }', bar: true, select: "A1", cells: "A1:F2" },
  "csf/features/img/formats-examples.webp": {
    value: 'XLSX.utils.aoa_to_sheet(examples.map(([z, v]) => [z, v, { t: typeof v === "number" ? "n" : "s", v, z }]))',
    fit: "A:C",
    cells: "A1:C21",
  },
  "csf/features/img/formats-rates.webp": { value: "ws", cells: "A1:D5" },
  "csf/features/img/formats.webp": { value: "ws", bar: true, select: "B2", cells: "A1:F3" },
  "csf/features/img/formula-results.webp": { cells: "A1:F2" },
  "csf/features/img/formula.webp": { bar: true, select: "D2", cells: "A1:F3" },
  "csf/features/img/hidden-column.webp": { value: "ws", cells: "A1:E3" },
  "csf/features/img/hidden-rows.webp": { value: "ws", cells: "A1:D5" },
  "csf/features/img/hidden-sheets.webp": { cells: "A1:F3", tabs: true },
  "csf/features/img/link-tooltip.webp": { value: "ws", hover: "A2", cells: "A1:F5" },
  "csf/features/img/merged-groups.webp": { value: "ws", select: "A2", cells: "A1:D5" },
  "csf/features/img/merged-html.webp": { value: "ws", select: "A1", cells: "A1:D3" },
  "csf/features/img/merged-title.webp": { select: "A1", cells: "A1:E4" },
  "csf/features/img/note-empty-cell.webp": { notes: true, cells: "A1:F8" },
  "csf/features/img/note-hover.webp": { hover: "B1", cells: "A1:F7" },
  "csf/features/img/note-thread.webp": { notes: true, cells: "A1:F8" },
  "csf/features/img/notes-open.webp": { value: "ws", cells: "A1:G8" },
  "csf/features/img/outline.webp": { cells: "A1:E5" },
  "csf/features/img/print-area.webp": { cells: "A1:E5", commands: ["PagebreakMode"] },
  "csf/features/img/row-heights.webp": { cells: "A1:E5" },
  "csf/features/img/row-properties.webp": { cells: "A1:E4" },
  "csf/features/img/unknown-function.webp": { bar: true, select: "C1", cells: "A1:F4" },
  "csf/img/cell-types.webp": { value: "ws", cells: "A1:G2" },
  "csf/img/error.webp": { value: "ws", cells: "A1:D4" },
  "csf/img/first-cells.webp": { value: "ws", cells: "A1:E2" },
  "csf/img/long-numbers.webp": { value: "ws", fit: "A:B", cells: "A1:D3" },
  "csf/img/filter-buttons.webp": { cells: "A1:D4" },
  "csf/img/right-to-left.webp": { rtl: true, cells: "A1:E4" },
  "csf/img/sheet-order.webp": { cells: "A1:E3", tabs: true },
  "csf/img/sheet-range.webp": { value: "ws", cells: "A1:E4" },
  "getting-started/examples/img/presidents-plain.webp": { value: "wb", cells: "A1:F6" },
  "getting-started/examples/img/presidents.webp": { file: "Presidents.xlsx", cells: "A1:E6" },
  "getting-started/examples/img/loans.webp": { file: "loans.xls", zoom: 100, cells: "A1:H11" },
  "getting-started/img/first.webp": { file: "first.xlsx", cells: "A1:E4", tabs: true },
};
