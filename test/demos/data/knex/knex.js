const knex = require("knex");
const XLSX = require("xlsx");

// #region import
/** Makes a table from a worksheet and fills it. */
async function importSheet(db, table, ws) {
  // highlight-next-line
  const rows = XLSX.utils.sheet_to_json(ws, { defval: null, UTC: true });
  // times can come a millisecond early, 9:01:59.999 for 9:02
  for (const row of rows) for (const value of Object.values(row)) {
    if (value instanceof Date) value.setTime(Math.round(value / 1000) * 1000);
  }
  const names = Object.keys(rows[0] ?? {});
  await db.schema.createTable(table, (t) => {
    for (const name of names) {
      const values = rows.map((row) => row[name]).filter((value) => value !== null);
      if (values.length && values.every((value) => typeof value === "number")) t.double(name);
      else if (values.length && values.every((value) => typeof value === "boolean")) t.boolean(name);
      else if (values.length && values.every((value) => value instanceof Date)) t.datetime(name);
      else t.text(name);
    }
  });
  // 50 rows per statement: databases limit the number of parameters
  if (rows.length) await db.batchInsert(table, rows, 50);
}
// #endregion

// #region export
async function exportTable(db, table) {
  const header = Object.keys(await db(table).columnInfo());
  const rows = await db.select("*").from(table);
  // highlight-next-line
  return XLSX.utils.json_to_sheet(rows, { header, UTC: true });
}
// #endregion

// #region main
async function main() {
  const db = knex({
    client: "better-sqlite3",
    connection: { filename: ":memory:" },
    useNullAsDefault: true,
  });
  try {
    const source = XLSX.utils.aoa_to_sheet([
      ["plan", "price", "active"],
      ["Free", 0, true],
      ["Team", 12.5, false],
    ]);
    await importSheet(db, "plans", source);

    const ws = await exportTable(db, "plans");
    const wb = XLSX.utils.book_new();
    XLSX.utils.book_append_sheet(wb, ws, "plans");
    XLSX.writeFile(wb, "plans.xlsx");
    console.log(XLSX.utils.sheet_to_csv(ws));
  } finally {
    await db.destroy();
  }
}

main();
// #endregion
