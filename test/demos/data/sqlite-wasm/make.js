const { writeFileSync } = require("node:fs");
const initSqlJs = require("sql.js");

initSqlJs().then((SQL) => {
  const db = new SQL.Database();
  db.run("CREATE TABLE parts (part TEXT, stock INTEGER); INSERT INTO parts VALUES ('Bolt', 12), ('Nut', NULL);");
  db.run("CREATE TABLE empty_one (x INTEGER);");
  writeFileSync("shop.db", db.export());
});
