import { NAMES, SHEETS, WORKBOOK } from "./features/book.ts";
import { DATE_CELLS, FORMULAE, NUMBER_FORMATS, VALUES } from "./features/cells.ts";
import { COLUMNS, COMMENTS, LINKS, MERGES, ROWS, SHEET } from "./features/sheet.ts";

/** All that the tables of the pages ask about. */
export const FEATURES = {
  ...FORMULAE,
  ...NUMBER_FORMATS,
  ...DATE_CELLS,
  ...VALUES,
  ...COMMENTS,
  ...LINKS,
  ...MERGES,
  ...COLUMNS,
  ...ROWS,
  ...SHEET,
  ...SHEETS,
  ...WORKBOOK,
  ...NAMES,
};

export type FeatureName = keyof typeof FEATURES;
