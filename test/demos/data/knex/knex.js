const knex = require("knex");
const XLSX = require("xlsx");

// #region import
/** What the values of a column are: all numbers, booleans or dates; anything else is text. */
function typeOf(values) {
  const types = new Set(values.map((value) => (value instanceof Date ? "datetime" : typeof value)));
  const [type] = types;
  if (types.size !== 1 || type === "string") return "text";
  return type === "number" ? "double" : type;
}

/** Times can come a millisecond early, 9:01:59.999 for 9:02. */
function toValue(value, type) {
  const rounded = value instanceof Date ? new Date(Math.round(value / 1000) * 1000) : value;
  if (type !== "text" || value === null) return rounded;
  return rounded instanceof Date ? rounded.toISOString() : String(value);
}

/** Makes a table from a worksheet and fills it. */
async function importSheet(db, table, ws) {
  // highlight-next-line
  const rows = XLSX.utils.sheet_to_json(ws, { defval: null, UTC: true });
  if (rows.length === 0) throw new Error("The worksheet has no rows");
  const columns = Object.keys(rows[0]).map((heading) => {
    const type = typeOf(rows.map((row) => row[heading]).filter((value) => value !== null));
    // in names, Knex takes a dot for table.column, " as " for an alias, * for all columns, ? for a value
    return { heading, type, name: heading.replace(/[.*?]| as /gi, "_") };
  });
  await db.schema.createTable(table, (t) => {
    for (const { type, name } of columns) t[type](name);
  });
  const records = rows.map((row) =>
    Object.fromEntries(columns.map(({ heading, type, name }) => [name, toValue(row[heading], type)])));
  // 50 rows per statement: databases limit the number of parameters
  await db.batchInsert(table, records, 50);
}
// #endregion

// #region export
async function exportTable(db, table) {
  const rows = await db.select("*").from(table);
  // MySQL gives columnInfo in another order than that of the table
  const header = Object.keys(rows[0] ?? (await db(table).columnInfo()));
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
