import { useState } from "react";
import { createRoot } from "react-dom/client";
import { DataGrid, renderTextEditor } from "react-data-grid";
import "react-data-grid/lib/styles.css";
import { read, utils, writeFile } from "xlsx";

// #region import
function toGrid(ws) {
  // highlight-next-line
  const rows = utils.sheet_to_json(ws, { header: 1, defval: "" });
  const { s, e } = utils.decode_range(ws["!ref"] ?? "A1");
  const columns = Array.from({ length: e.c - s.c + 1 }, (_, i) => ({
    key: String(i),
    name: utils.encode_col(s.c + i),
    renderCell: ({ row, column }) => toText(row[column.key]),
    renderEditCell: renderTextEditor,
    resizable: true,
  }));
  return { columns, rows };
}

// React draws no booleans, and stops at dates
function toText(value) {
  return value instanceof Date ? value.toLocaleDateString() : String(value ?? "");
}
// #endregion

// #region export
function toWorksheet({ columns, rows }) {
  // edited rows are objects with the same keys, so build arrays anew
  const aoa = rows.map((row) => columns.map(({ key }) => row[key]));
  // highlight-next-line
  return utils.aoa_to_sheet(aoa);
}

// #endregion

// #region component
// the editor gives strings; cells that nobody edited keep theirs, such as 007
function toValue(text) {
  return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}

function App() {
  const [grid, setGrid] = useState({ columns: [], rows: [] });

  async function load(event) {
    const [file] = event.target.files;
    if (!file) return;
    try {
      const wb = read(await file.arrayBuffer(), { cellDates: true });
      setGrid(toGrid(wb.Sheets[wb.SheetNames[0]]));
    } catch (error) {
      alert(error.message ?? error);
    }
  }

  function save() {
    const wb = utils.book_new();
    utils.book_append_sheet(wb, toWorksheet(grid), "Sheet1");
    writeFile(wb, "grid.xlsx");
  }

  function change(rows, { indexes, column: { key } }) {
    const converted = rows.map((row, r) => (indexes.includes(r) ? { ...row, [key]: toValue(row[key]) } : row));
    setGrid({ ...grid, rows: converted });
  }

  return (
    <>
      <label>Workbook <input type="file" onChange={load} /></label> <button onClick={save}>Save</button>
      {/* highlight-next-line */}
      <DataGrid {...grid} onRowsChange={change} />
    </>
  );
}
// #endregion

createRoot(document.getElementById("app")).render(<App />);
