const mysql = require("mysql2/promise");
const XLSX = require("xlsx");

// #region export
async function exportQuery(connection, sql, values) {
  const [rows, fields] = await connection.query(sql, values);
  // highlight-next-line
  return XLSX.utils.json_to_sheet(rows, { header: fields.map(({ name }) => name), UTC: true, dateNF: "yyyy-mm-dd" });
}
// #endregion

// #region import
/** Fills an existing table whose columns are named as in the first row. */
async function importSheet(connection, table, ws) {
  // highlight-next-line
  const [header, ...data] = XLSX.utils.sheet_to_json(ws, { header: 1, defval: null, blankrows: false, UTC: true });
  if (data.length === 0) return;
  // times can come a millisecond early, 9:01:59.999 for 9:02
  for (const row of data) for (const value of row) {
    if (value instanceof Date) value.setTime(Math.round(value / 1000) * 1000);
  }
  // ?? is an identifier or a list of them, a list of lists becomes (…), (…)
  await connection.query("INSERT INTO ?? (??) VALUES ?", [table, header, data]);
}
// #endregion

// #region main
async function main() {
  const connection = await mysql.createConnection({
    // mysql://user:password@host:port/database
    uri: process.env.DATABASE_URL,
    // dates in the database are UTC
    timezone: "Z",
    // DECIMAL as number; without it, as text
    decimalNumbers: true,
  });
  try {
    await connection.query("DROP TABLE IF EXISTS plans");
    await connection.query("CREATE TABLE plans (plan TEXT, price DECIMAL(10, 2), active BOOLEAN, since DATETIME)");

    const source = XLSX.utils.aoa_to_sheet(
      [
        ["plan", "price", "active", "since"],
        ["Free", 0, true, new Date(Date.UTC(2024, 0, 1))],
        ["Team", 12.5, false, null],
      ],
      { UTC: true },
    );
    await importSheet(connection, "plans", source);

    const ws = await exportQuery(connection, "SELECT * FROM plans WHERE price < ? ORDER BY plan", [100]);
    const wb = XLSX.utils.book_new();
    XLSX.utils.book_append_sheet(wb, ws, "plans");
    XLSX.writeFile(wb, "plans.xlsx");
    console.log(XLSX.utils.sheet_to_csv(ws));
  } finally {
    await connection.end();
  }
}

main();
// #endregion
