import type * as XLSX from "xlsx";
import { library } from "../library.ts";
import type { Feature } from "../measure.ts";

type Parts = Pick<Feature, "make" | "probe">;
type Change = (ws: XLSX.WorkSheet, wb: XLSX.WorkBook) => void;

/** A workbook of one sheet, `S`, with a column of texts and one of numbers. */
export function plainBook(change: Change): XLSX.WorkBook {
  const ws = library.utils.aoa_to_sheet([
    ["Item", "Qty"],
    ["Bolt", 12],
    ["Nut", 5],
  ]);
  const wb: XLSX.WorkBook = { SheetNames: ["S"], Sheets: { S: ws } };
  change(ws, wb);
  return wb;
}

/** The plain workbook, changed for the feature; `always` is changed in the one without it, too. */
export const book =
  (change: Change, always: Change = () => {}): Feature["make"] =>
  (withIt) =>
    plainBook((ws, wb) => {
      always(ws, wb);
      if (withIt) change(ws, wb);
    });

export const first = ({ Sheets, SheetNames }: XLSX.WorkBook): XLSX.WorkSheet => Sheets[SheetNames[0] ?? ""] ?? {};
export const cellAt = (wb: XLSX.WorkBook, address: string): XLSX.CellObject | undefined => first(wb)[address];

/** A third column of one cell, `C2`: so that formats with types for whole columns have one for it. */
export const cell = (
  withIt: XLSX.CellObject,
  without: XLSX.CellObject,
  of: (found: XLSX.CellObject) => unknown,
): Parts => ({
  make: (wanted) =>
    plainBook((ws) => {
      ws.C1 = { t: "s", v: "More" };
      ws.C2 = structuredClone(wanted ? withIt : without);
      ws["!ref"] = "A1:C3";
    }),
  probe: (wb) => {
    const found = cellAt(wb, "C2");
    return found && of(found);
  },
});

/** Keys of the first column, beside a width. */
export const column = (info: XLSX.ColInfo, key: keyof XLSX.ColInfo, base: XLSX.ColInfo[] | undefined): Parts => ({
  make: book(
    (ws) => {
      ws["!cols"] = [{ ...base?.[0], ...info }];
    },
    (ws) => {
      if (base) ws["!cols"] = base;
    },
  ),
  probe: (wb) => first(wb)["!cols"]?.[0]?.[key],
});

/** Keys of the first row, beside a height. */
export const row = (info: XLSX.RowInfo, key: keyof XLSX.RowInfo, base: XLSX.RowInfo[] | undefined): Parts => ({
  make: book(
    (ws) => {
      ws["!rows"] = [{ ...base?.[0], ...info }];
    },
    (ws) => {
      if (base) ws["!rows"] = base;
    },
  ),
  probe: (wb) => first(wb)["!rows"]?.[0]?.[key],
});

/** A text in UTF-16, as it stands in records. */
export const wide = (text: string) => [...text].join("\0");
