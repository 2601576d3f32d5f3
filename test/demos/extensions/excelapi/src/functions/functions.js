import { read, utils, version as xlsxVersion } from "xlsx";

/**
 * Version of the library.
 * @customfunction
 * @returns {string} Version
 */
export function version() {
  return xlsxVersion;
}

/** A date as Excel counts it: cells take numbers, text and booleans, no Date. */
function serial(value) {
  if (!(value instanceof Date)) return value;
  // to seconds: times can come a millisecond early
  const days = Math.round(value / 1000) / 86400 + 25569;
  // times, and dates before March 1900: Excel counts 29 February 1900, which did not exist
  return days < 61 ? days - 1 : days;
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
    const wb = read(await res.arrayBuffer(), { cellDates: true });
    const ws = wb.Sheets[wb.SheetNames[0]];
    const rows = utils.sheet_to_json(ws, { header: 1, defval: "", UTC: true });
    return rows.map((row) => row.map(serial));
    // highlight-end
  } catch (e) {
    return [[String(e)]];
  }
}
