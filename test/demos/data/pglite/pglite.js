import * as fs from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { readFile, set_fs, utils, writeFile } from "xlsx";

set_fs(fs);

const db = await PGlite.create();
await db.exec(`
  CREATE TABLE plans (plan TEXT PRIMARY KEY, price DOUBLE PRECISION, active BOOLEAN, since TIMESTAMPTZ)
`);

// a workbook to import
const source = utils.aoa_to_sheet(
  [
    ["plan", "price", "active", "since"],
    ["Free", 0, true, new Date(Date.UTC(2024, 0, 1))],
    ["Team", 12.5, false, null],
  ],
  { UTC: true },
);

// #region import
const rows = utils.sheet_to_json(source, { defval: null, UTC: true });
// times can come a millisecond early, 9:01:59.999 for 9:02
for (const row of rows) for (const value of Object.values(row)) {
  if (value instanceof Date) value.setTime(Math.round(value / 1000) * 1000);
}
await db.transaction(async (tx) => {
  for (const { plan, price, active, since } of rows) {
    // highlight-next-line
    await tx.query("INSERT INTO plans (plan, price, active, since) VALUES ($1, $2, $3, $4)", [plan, price, active, since]);
  }
});
// #endregion

// #region export
const { rows: found } = await db.query("SELECT * FROM plans ORDER BY plan");
// highlight-next-line
const ws = utils.json_to_sheet(found, { UTC: true, dateNF: "yyyy-mm-dd" });
const wb = utils.book_new();
utils.book_append_sheet(wb, ws, "plans");
writeFile(wb, "plans.xlsx");
// #endregion

await db.close();
console.log(utils.sheet_to_csv(readFile("plans.xlsx").Sheets.plans));
