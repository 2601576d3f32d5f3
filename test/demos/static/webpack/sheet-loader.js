import { read, utils } from "xlsx";

// #region loader
export default function sheetLoader(bytes) {
  // highlight-start
  const wb = read(bytes);
  const rows = utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]]);
  // highlight-end
  return `export default ${JSON.stringify(rows)};`;
}

// bytes, not text
export const raw = true;
// #endregion
