import assert from "node:assert/strict";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

export default async function check({ run, library }) {
  const lines = [
    'CREATE TABLE "plans" ("Plan" TEXT, "Price" REAL, "Active" INTEGER, "Since" TEXT, "Code" TEXT)',
    "Plan,Price,Since,Code",
    "Free,0,2024-01-01T00:00:00.000Z,7",
    "Team,12.5,,T-1",
    '"Robert""); DROP TABLE plans; --",49,2025-06-30T00:00:00.000Z,',
    "",
  ];
  assert.equal(await run("node", "demo.js"), lines.join("\n"));
  const { Sheets } = library.readFile("plans.xlsx");
  assert.equal(library.utils.sheet_to_json(Sheets.plans)[1].Price, 12.5);

  const { columnsOf, createTable, insertInto, valuesOf, MARIADB, POSTGRESQL } = require("./sheet-to-sql.js");
  const columns = columnsOf([{ 'a"b': 1, "c`d": true, e: null }]);
  assert.equal(
    createTable("t", columns, POSTGRESQL),
    'CREATE TABLE "t" ("a""b" DOUBLE PRECISION, "c`d" BOOLEAN, "e" TEXT)',
  );
  assert.equal(insertInto("t", columns, POSTGRESQL), 'INSERT INTO "t" ("a""b", "c`d", "e") VALUES ($1, $2, $3)');
  // a time that is read a millisecond early
  const at = new Date("2024-01-02T09:02:00Z");
  assert.deepEqual(valuesOf({ at: new Date(at - 1) }, [{ name: "at", kind: "date" }], MARIADB), [at]);
  assert.equal(createTable("t", columns, MARIADB), 'CREATE TABLE `t` (`a"b` DOUBLE, `c``d` BOOLEAN, `e` LONGTEXT)');
}
