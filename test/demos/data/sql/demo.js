const initSqlJs = require("sql.js");
const XLSX = require("xlsx");
const { columnsOf, createTable, insertInto, valuesOf, SQLITE } = require("./sheet-to-sql.js");

async function main() {
  const SQL = await initSqlJs();
  const db = new SQL.Database();

  // a workbook to import
  const source = XLSX.utils.aoa_to_sheet(
    [
      ["Plan", "Price", "Active", "Since", "Code"],
      ["Free", 0, true, new Date(Date.UTC(2024, 0, 1)), 7],
      ["Team", 12.5, false, null, "T-1"],
      ['Robert"); DROP TABLE plans; --', 49, true, new Date(Date.UTC(2025, 5, 30)), null],
    ],
    { UTC: true },
  );

  // #region import
  const rows = XLSX.utils.sheet_to_json(source, { defval: null, UTC: true });
  const columns = columnsOf(rows);
  const ddl = createTable("plans", columns, SQLITE);
  console.log(ddl);
  db.run("BEGIN");
  db.run(ddl);
  const insert = db.prepare(insertInto("plans", columns, SQLITE));
  for (const row of rows) insert.run(valuesOf(row, columns, SQLITE));
  insert.free();
  db.run("COMMIT");
  // #endregion

  // #region export
  const query = db.prepare('SELECT "Plan", "Price", "Since", "Code" FROM plans ORDER BY "Price"');
  // the names also come from a query without rows
  const table = [query.getColumnNames()];
  while (query.step()) table.push(query.get());
  query.free();
  const ws = XLSX.utils.aoa_to_sheet(table);
  const wb = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(wb, ws, "plans");
  XLSX.writeFile(wb, "plans.xlsx");
  // #endregion
  console.log(XLSX.utils.sheet_to_csv(ws));
}

main();
