// #region stox
// workbook to the data of x-spreadsheet
function toGrid(wb) {
  return wb.SheetNames.map((name) => {
    const ws = wb.Sheets[name];
    const rows = {};
    const columns = fromA1(ws).e.c + 1;
    const cells = XLSX.utils.sheet_to_json(ws, { header: 1, raw: false, range: fromA1(ws) });
    cells.forEach((values, r) => {
      rows[r] = { cells: {} };
      // a formula without a result is a hole among the values
      for (let c = 0; c < columns; ++c) {
        const cell = ws["!data"] ? ws["!data"][r]?.[c] : ws[XLSX.utils.encode_cell({ r, c })];
        const formula = cell?.f;
        const text = formula ? `=${formula}` : values[c];
        // null: the error #NULL!
        if (text != null) rows[r].cells[c] = { text };
      }
    });
    const merges = ws["!merges"] ?? [];
    for (const { s, e } of merges) {
      rows[s.r] ??= { cells: {} };
      rows[s.r].cells[s.c] = { ...rows[s.r].cells[s.c], merge: [e.r - s.r, e.c - s.c] };
    }
    // unless told, the grid shows 100 rows and 26 columns
    rows.len = Math.max(cells.length, 100);
    return { name, rows, cols: { len: Math.max(columns, 26) }, merges: merges.map(XLSX.utils.encode_range) };
  });
}

// rows and columns count from A1, wherever the data begin
function fromA1(ws) {
  const { e } = XLSX.utils.decode_range(ws["!ref"] ?? "A1");
  return { s: { r: 0, c: 0 }, e };
}
// #endregion

// #region xtos
// a name that a workbook allows; a long one leaves room for the number that keeps names apart
const sheetName = (text) => {
  const cut = text.length > 31 ? text.slice(0, 28) : text;
  const name = cut.replace(/[:\\/?*[\]]/g, "_").replace(/\p{Cs}/gu, "").replace(/^[\s']+|[\s']+$/g, "");
  return name === "" || /^history$/i.test(name) ? "Sheet" : name;
};

// data of x-spreadsheet to a workbook
function toWorkbook(sheets) {
  const wb = XLSX.utils.book_new();
  for (const { name, rows, merges = [] } of sheets) {
    const aoa = [];
    for (const [r, row] of Object.entries(rows)) {
      // rows also holds its length
      if (!row.cells) continue;
      aoa[r] = [];
      for (const [c, { text }] of Object.entries(row.cells)) aoa[r][c] = toValue(text);
    }
    const ws = XLSX.utils.aoa_to_sheet(aoa);
    if (merges.length > 0) ws["!merges"] = merges.map(XLSX.utils.decode_range);
    XLSX.utils.book_append_sheet(wb, ws, sheetName(name), true);
  }
  return wb;
}

// cells of the grid are strings
function toValue(text) {
  if (text === undefined || text === "") return undefined;
  // no result: the spreadsheet program computes it; a number cell without one would be an error in the file
  if (text.startsWith("=")) return { t: "z", f: text.slice(1) };
  // Number(" ") is 0
  return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}
// #endregion
