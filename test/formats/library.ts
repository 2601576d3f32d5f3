import { createRequire } from "node:module";
import type * as XLSX from "xlsx";

/** The library as the pages load it. Its ES module comes without the tables of old encodings, which TXT files need. */
export const library: typeof XLSX = createRequire(import.meta.url)("xlsx");

const FORMAT_CODES = { ...library.SSF.get_table() };

/** Restores the number formats that the library had when it was loaded: workbooks that it reads and writes change them. */
export function resetFormats(): void {
  const codes = library.SSF.get_table();
  for (const index of Object.keys(codes)) delete codes[Number(index)];
  Object.assign(codes, FORMAT_CODES);
}
