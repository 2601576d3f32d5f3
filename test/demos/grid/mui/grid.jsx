import { DataGrid } from "@mui/x-data-grid";
import { useState } from "react";
import { read, utils, writeFile } from "xlsx";

// #region import
function toGrid(ws) {
  // highlight-next-line
  const [titles = [], ...data] = utils.sheet_to_json(ws, { header: 1, defval: "" });
  const typeOf = (i) => {
    if (data.every((row) => typeof row[i] === "number")) return "number";
    return data.every((row) => row[i] instanceof Date) ? "date" : "string";
  };
  const columns = titles.map((title, i) => ({
    field: String(i),
    headerName: String(title),
    type: typeOf(i),
    editable: true,
    flex: 1,
  }));
  // every row needs an id; the other keys are the fields
  const rows = data.map((row, id) => ({ ...row, id }));
  return { columns, rows };
}
// #endregion

// #region export
function toWorksheet({ columns, rows }) {
  const titles = columns.map(({ headerName }) => headerName);
  const data = rows.map((row) => columns.map(({ field }) => row[field]));
  // highlight-next-line
  return utils.aoa_to_sheet([titles, ...data]);
}
// #endregion

// #region component
export function Grid() {
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

  // without it, edits are only in the grid
  function update(row) {
    setGrid((old) => ({ ...old, rows: old.rows.map((other) => (other.id === row.id ? row : other)) }));
    return row;
  }

  return (
    <>
      <label>Workbook <input type="file" onChange={load} /></label> <button onClick={save}>Save grid</button>
      <div style={{ height: 400 }}>
        {/* highlight-next-line */}
        <DataGrid {...grid} processRowUpdate={update} />
      </div>
    </>
  );
}
// #endregion
