import { read, utils, version as xlsxVersion } from "xlsx";

/**
 * Version of the library.
 * @customfunction
 * @returns {string} Version
 */
export function version() {
  return xlsxVersion;
}

/**
 * First worksheet of a spreadsheet file.
 * @customfunction
 * @param {string} url Address of the file
 * @returns {Promise<any[][]>} Rows
 */
export async function extern(url) {
  try {
    const res = await fetch(url);
    if (!res.ok) return [["HTTP " + res.status]];
    // highlight-start
    const wb = read(await res.arrayBuffer());
    const ws = wb.Sheets[wb.SheetNames[0]];
    return utils.sheet_to_json(ws, { header: 1, defval: "" });
    // highlight-end
  } catch (e) {
    return [[String(e)]];
  }
}
