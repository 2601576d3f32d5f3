import { useCallback, useState } from "react";
import { createRoot } from "react-dom/client";
import DataEditor, { GridCellKind } from "@glideapps/glide-data-grid";
import "@glideapps/glide-data-grid/dist/index.css";
import { read, utils, writeFile } from "xlsx";

// #region import
function toGrid(ws) {
  // highlight-next-line
  const [titles = [], ...rows] = utils.sheet_to_json(ws, { header: 1, defval: "" });
  const columns = titles.map((title, i) => ({ id: String(i), title: String(title), width: 160 }));
  return { columns, rows };
}
// #endregion

// #region export
function toWorksheet({ columns, rows }) {
  // highlight-next-line
  return utils.aoa_to_sheet([columns.map(({ title }) => title), ...rows]);
}
// #endregion

// #region cells
// what the grid asks for when it draws a cell
function toCell(value) {
  if (typeof value === "boolean") return { kind: GridCellKind.Boolean, data: value, allowOverlay: false };
  const text = value instanceof Date ? value.toLocaleDateString() : String(value ?? "");
  const cell = { displayData: text, allowOverlay: true };
  if (typeof value === "number") return { ...cell, kind: GridCellKind.Number, data: value };
  // also dates
  return { ...cell, kind: GridCellKind.Text, data: text };
}
// #endregion

// #region component
function App() {
  const [grid, setGrid] = useState({ columns: [], rows: [] });

  const getCellContent = useCallback(([col, row]) => toCell(grid.rows[row][col]), [grid]);
  // a paste calls this once for each cell, so each call starts from the state before it
  const edit = useCallback(([col, row], { data }) => {
    setGrid((before) => ({ ...before, rows: before.rows.with(row, before.rows[row].with(col, data)) }));
  }, []);

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

  return (
    <>
      <label>Workbook <input type="file" onChange={load} /></label> <button onClick={save}>Save</button>
      <DataEditor
        columns={grid.columns}
        rows={grid.rows.length}
        // highlight-next-line
        getCellContent={getCellContent}
        onCellEdited={edit}
        // copy and paste: the selection as tab-separated text
        // highlight-start
        getCellsForSelection
        onPaste
        // highlight-end
        width={600}
        height={300}
      />
    </>
  );
}
// #endregion

createRoot(document.getElementById("app")).render(<App />);
