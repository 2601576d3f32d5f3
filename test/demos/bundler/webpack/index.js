import { read, utils, writeFileXLSX } from "xlsx";

const output = document.getElementById("rows");
let rows = [];

// #region import
document.getElementById("file").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (!file) return;
  try {
    // cellDates: in most formats dates are numbers, and would be saved as numbers
    const wb = read(await file.arrayBuffer(), { cellDates: true });
    const ws = wb.Sheets[wb.SheetNames[0]];
    // highlight-next-line
    rows = utils.sheet_to_json(ws);
    output.textContent = utils.sheet_to_csv(ws);
  } catch (error) {
    rows = [];
    output.textContent = error.message || String(error);
  }
});
// #endregion

// #region export
document.getElementById("save").addEventListener("click", () => {
  // highlight-next-line
  const ws = utils.json_to_sheet(rows);
  const wb = utils.book_new();
  utils.book_append_sheet(wb, ws, "Presidents");
  writeFileXLSX(wb, "presidents.xlsx");
});
// #endregion
