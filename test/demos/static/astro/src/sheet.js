import { readFile } from "node:fs/promises";
import { read, utils } from "xlsx";

// #region sheet
export async function readSheet(path) {
  // relative to the folder of the project
  // highlight-next-line
  const wb = read(await readFile(path));
  return wb.Sheets[wb.SheetNames[0]];
}

export const readRows = async (path) => utils.sheet_to_json(await readSheet(path));
// #endregion
