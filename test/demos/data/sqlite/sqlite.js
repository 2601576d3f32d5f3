const Database = require("better-sqlite3");
const XLSX = require("xlsx");

// #region export
/** A name that a workbook allows, with room for the number that keeps names apart; no half of an emoji. */
const sheetName = (text) => {
  const name = text.replace(/[:\\/?*[\]]/g, "_").slice(0, 28).replace(/\p{Cs}/gu, "").replace(/^[\s']+|[\s']+$/g, "");
  return name === "" || /^history$/i.test(name) ? "Sheet" : name;
};

/** A workbook with a worksheet for each table. */
function exportDatabase(db) {
  const wb = XLSX.utils.book_new();
  const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*'").all();
  for (const { name } of tables) {
    const statement = db.prepare(`SELECT * FROM "${name.replaceAll('"', '""')}"`);
    const header = statement.columns().map((column) => column.name);
    // highlight-start
    // the header keeps the columns of an empty table
    const ws = XLSX.utils.json_to_sheet(statement.all(), { header });
    // `true` adds a number where a name is taken
    XLSX.utils.book_append_sheet(wb, ws, sheetName(name), true);
    // highlight-end
  }
  return wb;
}
// #endregion

// #region import
/** SQLite has neither booleans nor dates. */
function toValue(value) {
  // times can come a millisecond early, 9:01:59.999 for 9:02
  if (value instanceof Date) return new Date(Math.round(value / 1000) * 1000).toISOString();
  if (typeof value === "boolean") return Number(value);
  // the driver binds numbers as fractions: in a column of text, 7 would be "7.0"
  return Number.isSafeInteger(value) ? BigInt(value) : value;
}

/** Fills an existing table; the first row of the worksheet names the columns. */
function importSheet(db, table, ws) {
  const quote = (name) => `"${String(name).replaceAll('"', '""')}"`;
  // highlight-next-line
  const rows = XLSX.utils.sheet_to_json(ws, { header: 1, defval: null, blankrows: false, UTC: true });
  const [header, ...data] = rows;
  if (data.length === 0) return;
  const names = header.map(quote).join(", ");
  const insert = db.prepare(`INSERT INTO ${quote(table)} (${names}) VALUES (${header.map(() => "?").join(", ")})`);
  // one transaction: all rows or none, and far quicker
  db.transaction(() => {
    for (const row of data) insert.run(row.map(toValue));
  })();
}
// #endregion

// #region main
const db = new Database("shop.db");
db.exec(`
  DROP TABLE IF EXISTS parts;
  DROP TABLE IF EXISTS orders_that_were_delivered_in_2025;
  DROP TABLE IF EXISTS orders_that_were_delivered_in_2026;
  CREATE TABLE parts (id INTEGER PRIMARY KEY, part TEXT NOT NULL, stock INTEGER);
  CREATE TABLE orders_that_were_delivered_in_2025 (id INTEGER PRIMARY KEY, part_id INTEGER, amount INTEGER);
  CREATE TABLE orders_that_were_delivered_in_2026 (id INTEGER PRIMARY KEY, part_id INTEGER, amount INTEGER);
`);

const ws = XLSX.utils.aoa_to_sheet([
  ["part", "stock"],
  ["Bolt", 12],
  ["Nut", null],
]);
importSheet(db, "parts", ws);

XLSX.writeFile(exportDatabase(db), "shop.xlsx");
db.close();

const wb = XLSX.readFile("shop.xlsx");
for (const name of wb.SheetNames) console.log(`${name}\n${XLSX.utils.sheet_to_csv(wb.Sheets[name])}`);
// #endregion
