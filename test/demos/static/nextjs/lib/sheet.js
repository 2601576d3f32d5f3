import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { read, utils } from "xlsx";

// #region sheet
export async function readRows() {
  // highlight-next-line
  const wb = read(await readFile(join(process.cwd(), "data/pres.xlsx")));
  return utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]]);
}
// #endregion
