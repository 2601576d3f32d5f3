// #region columns
/** The columns of rows from sheet_to_json, with the kind of their values. */
function columnsOf(rows) {
  const columns = new Map();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      const before = columns.get(name);
      const kind = value === null ? before : value instanceof Date ? "date" : typeof value;
      // a column with values of two kinds holds text
      columns.set(name, before === undefined || before === kind ? kind : "string");
    }
  }
  return [...columns].map(([name, kind = "string"]) => ({ name, kind }));
}
// #endregion

// #region dialects
const SQLITE = {
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  param: () => "?",
  types: { number: "REAL", boolean: "INTEGER", date: "TEXT", string: "TEXT" },
};
const POSTGRESQL = {
  quote: SQLITE.quote,
  param: (index) => `$${index + 1}`,
  types: { number: "DOUBLE PRECISION", boolean: "BOOLEAN", date: "TIMESTAMPTZ", string: "TEXT" },
};
const MARIADB = {
  quote: (name) => `\`${name.replaceAll("`", "``")}\``,
  param: () => "?",
  types: { number: "DOUBLE", boolean: "BOOLEAN", date: "DATETIME", string: "LONGTEXT" },
};
// #endregion

// #region statements
function createTable(table, columns, { quote, types }) {
  const list = columns.map(({ name, kind }) => `${quote(name)} ${types[kind]}`);
  return `CREATE TABLE ${quote(table)} (${list.join(", ")})`;
}

function insertInto(table, columns, { quote, param }) {
  const names = columns.map(({ name }) => quote(name));
  return `INSERT INTO ${quote(table)} (${names.join(", ")}) VALUES (${columns.map((_, i) => param(i)).join(", ")})`;
}

/** Times can come a millisecond early, 9:01:59.999 for 9:02. */
const toSecond = (date) => new Date(Math.round(date / 1000) * 1000);

/** What is bound to the parameters; SQLite has neither dates nor booleans. */
function valuesOf(row, columns, dialect) {
  return columns.map(({ name, kind }) => {
    const value = row[name] instanceof Date ? toSecond(row[name]) : row[name] ?? null;
    if (value === null) return null;
    if (kind === "string") return value instanceof Date ? value.toISOString() : String(value);
    if (dialect !== SQLITE) return value;
    if (kind === "date") return value.toISOString();
    return kind === "boolean" ? Number(value) : value;
  });
}
// #endregion

module.exports = { columnsOf, createTable, insertInto, valuesOf, SQLITE, POSTGRESQL, MARIADB };
