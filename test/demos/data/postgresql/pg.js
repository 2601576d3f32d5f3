const { Client } = require("pg");
const XLSX = require("xlsx");

// #region export
async function exportQuery(client, text, values) {
  const { rows, fields } = await client.query(text, values);
  // highlight-next-line
  return XLSX.utils.json_to_sheet(rows, { header: fields.map(({ name }) => name), UTC: true, dateNF: "yyyy-mm-dd" });
}
// #endregion

// #region import
/** Fills an existing table whose columns are named as in the first row. */
async function importSheet(client, table, ws) {
  const name = client.escapeIdentifier(table);
  // highlight-next-line
  const rows = XLSX.utils.sheet_to_json(ws, { defval: null, UTC: true });
  // times can come a millisecond early, 9:01:59.999 for 9:02
  for (const row of rows) for (const value of Object.values(row)) {
    if (value instanceof Date) value.setTime(Math.round(value / 1000) * 1000);
  }
  // one statement for all rows: the server takes them apart and converts them to the table's types
  await client.query(`INSERT INTO ${name} SELECT * FROM json_populate_recordset(NULL::${name}, $1)`, [
    JSON.stringify(rows),
  ]);
}
// #endregion

// #region main
async function main() {
  // postgres://user:password@host:port/database
  const client = new Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    await client.query("DROP TABLE IF EXISTS plans");
    await client.query("CREATE TABLE plans (plan TEXT, price NUMERIC(10, 2), active BOOLEAN, since TIMESTAMPTZ)");

    const source = XLSX.utils.aoa_to_sheet(
      [
        ["plan", "price", "active", "since"],
        ["Free", 0, true, new Date(Date.UTC(2024, 0, 1))],
        ["Team", 12.5, false, null],
      ],
      { UTC: true },
    );
    await importSheet(client, "plans", source);

    // NUMERIC arrives as text, which keeps all its digits; a cast makes it a number
    const ws = await exportQuery(client, "SELECT plan, price::float8 AS price, active, since FROM plans WHERE price < $1", [
      100,
    ]);
    const wb = XLSX.utils.book_new();
    XLSX.utils.book_append_sheet(wb, ws, "plans");
    XLSX.writeFile(wb, "plans.xlsx");
    console.log(XLSX.utils.sheet_to_csv(ws));

    const { rows } = await client.query("SELECT price, count(*) OVER () AS n FROM plans LIMIT 1");
    console.log(typeof rows[0].price, typeof rows[0].n);
  } finally {
    await client.end();
  }
}

main();
// #endregion
