const XLSX = require("xlsx");

// #region push
/** all worksheets in one request, with formulae instead of their results; the sheets must exist */
async function pushAll(sheets, spreadsheetId, wb) {
  const data = wb.SheetNames.map((name) => {
    const ws = wb.Sheets[name];
    const { e } = XLSX.utils.decode_range(ws["!ref"] ?? "A1");
    const values = XLSX.utils.sheet_to_json(ws, { header: 1, defval: "", range: { s: { r: 0, c: 0 }, e } });
    values.forEach((row, r) => row.forEach((_, c) => {
      const cell = ws["!data"] ? ws["!data"][r]?.[c] : ws[XLSX.utils.encode_cell({ r, c })];
      // highlight-next-line
      if (cell?.f) row[c] = `=${cell.f}`;
    }));
    return { range: `'${name.replaceAll("'", "''")}'`, values };
  });
  // highlight-next-line
  await sheets.spreadsheets.values.batchUpdate({
    spreadsheetId,
    requestBody: { valueInputOption: "USER_ENTERED", data },
  });
}
// #endregion

// #region pull
/** what values.get returns for valueRenderOption "FORMULA" */
function toWorksheet(values) {
  const toCell = (value) => {
    // a blank cell
    if (value === "") return null;
    // highlight-next-line
    return typeof value === "string" && value.startsWith("=") ? { t: "n", v: 0, f: value.slice(1) } : value;
  };
  return XLSX.utils.aoa_to_sheet(values.map((row) => row.map(toCell)));
}
// #endregion

module.exports = { pushAll, toWorksheet };
