const alasql = require("alasql");
const XLSX = require("xlsx");

// a workbook with two tables
const wb = XLSX.utils.book_new();
const orders = [
  { part: "Bolt", amount: 3 },
  { part: "Nut", amount: 5 },
  { part: "Bolt", amount: 4 },
];
const parts = [
  { part: "Bolt", price: 0.5 },
  { part: "Nut", price: 0.1 },
];
XLSX.utils.book_append_sheet(wb, XLSX.utils.json_to_sheet(orders), "Orders");
XLSX.utils.book_append_sheet(wb, XLSX.utils.json_to_sheet(parts), "Parts");

// #region query
const sql = `
  SELECT o.part, SUM(o.amount) AS pieces, SUM(o.amount * p.price) AS cost
  FROM ? o JOIN ? p ON o.part = p.part
  GROUP BY o.part ORDER BY o.part
`;
// highlight-start
const tables = ["Orders", "Parts"].map((name) => XLSX.utils.sheet_to_json(wb.Sheets[name]));
const result = alasql(sql, tables);
// highlight-end
// #endregion

// #region export
// highlight-next-line
XLSX.utils.book_append_sheet(wb, XLSX.utils.json_to_sheet(result), "Result");
XLSX.writeFile(wb, "orders.xlsx");
// #endregion
console.log(XLSX.utils.sheet_to_csv(wb.Sheets.Result));

// #region database
const db = new alasql.Database();
db.exec("CREATE TABLE orders (part STRING, amount NUMBER)");
db.tables.orders.data = tables[0];
console.log(db.exec("SELECT VALUE COUNT(*) FROM orders"));
// #endregion
