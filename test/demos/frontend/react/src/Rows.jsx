import { useState } from "react";
import { read, utils, writeFileXLSX } from "xlsx";

export default function Rows() {
  const [rows, setRows] = useState([]);
  const [problem, setProblem] = useState("");

  // #region import
  async function open(event) {
    const [file] = event.target.files;
    if (!file) return;
    try {
      const wb = read(await file.arrayBuffer(), { cellDates: true });
      // highlight-next-line
      setRows(utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]]));
      setProblem("");
    } catch (error) {
      setRows([]);
      setProblem(error.message ?? String(error));
    }
  }
  // #endregion

  // #region export
  function save() {
    // highlight-next-line
    const ws = utils.json_to_sheet(rows);
    const wb = utils.book_new();
    utils.book_append_sheet(wb, ws, "Presidents");
    writeFileXLSX(wb, "presidents.xlsx");
  }
  // #endregion

  return (
    <section>
      <label>Workbook <input type="file" accept=".xlsx,.xls,.ods,.csv" onChange={open} /></label>
      <button onClick={save}>Save the rows</button>
      <p>{problem}</p>
      <table id="rows">
        <thead><tr><th>Name</th><th>Index</th></tr></thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}><td>{row.Name}</td><td>{row.Index}</td></tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
