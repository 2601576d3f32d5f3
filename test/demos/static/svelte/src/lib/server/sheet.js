import { readFile } from "node:fs/promises";
import { read, utils } from "xlsx";

// #region sheet
export async function readRows() {
  // relative to the folder of the project
  // highlight-next-line
  const wb = read(await readFile("data/pres.xlsx"));
  return utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]]);
}
// #endregion
