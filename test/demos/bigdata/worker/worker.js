importScripts("https://cdn.sheetjs.com/xlsx-0.20.3/package/dist/xlsx.full.min.js");

// #region pieces
// CSV text, some thousand records at a time
function* csvPieces(ws, size = 5000) {
  const all = XLSX.utils.decode_range(ws["!ref"] ?? "A1");
  for (let r = all.s.r; r <= all.e.r; r += size) {
    const part = { s: { r, c: all.s.c }, e: { r: Math.min(r + size - 1, all.e.r), c: all.e.c } };
    // shares the cells with the worksheet, only the range is smaller
    yield XLSX.utils.sheet_to_csv({ ...ws, "!ref": XLSX.utils.encode_range(part) }) + "\n";
  }
}
// #endregion

// #region import
async function rows({ file }) {
  // highlight-next-line
  const wb = XLSX.read(await file.arrayBuffer(), { dense: true });
  // formatted text instead of numbers and dates
  const options = { header: 1, raw: false, defval: "" };
  return { result: XLSX.utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]], options) };
}
// #endregion

// #region export
function xlsx({ rows }) {
  const wb = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(wb, XLSX.utils.json_to_sheet(rows, { dense: true }), "Squares");
  // highlight-next-line
  const result = XLSX.write(wb, { type: "array", bookType: "xlsx", compression: true });
  // moved to the page, not copied
  return { result, transfer: [result] };
}
// #endregion

// #region disk
async function csv({ file, handle }) {
  const wb = XLSX.read(await file.arrayBuffer(), { dense: true });
  const writable = await handle.createWritable();
  // Excel takes a CSV file for UTF-8 if it begins with this mark
  await writable.write("\ufeff");
  let pieces = 0;
  for (const text of csvPieces(wb.Sheets[wb.SheetNames[0]])) {
    await writable.write(text);
    postMessage({ progress: ++pieces });
  }
  await writable.close();
  return { result: pieces };
}
// #endregion

// #region answer
const jobs = { rows, xlsx, csv };

onmessage = async ({ data: { id, job, ...input } }) => {
  try {
    const { result, transfer = [] } = await jobs[job](input);
    postMessage({ id, result }, transfer);
  } catch (error) {
    postMessage({ id, error: error.message ?? String(error) });
  }
};
// #endregion
