import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";

/** The functions of the program with a date, a boolean and a number for text, in a time zone east of Greenwich; 9:02 is read as 9:01:59.999. */
const DATES = `
  process.env.TZ = "Asia/Tokyo";
  const db = new Database(":memory:");
  db.exec("CREATE TABLE days (day TEXT, open INTEGER, code TEXT)");
  const ws = XLSX.utils.aoa_to_sheet([["day", "open", "code"], [new Date(2024, 0, 2, 9, 2), true, 7]]);
  const bytes = XLSX.write(XLSX.utils.book_new(ws, "S"), { type: "buffer", bookType: "xlsx" });
  importSheet(db, "days", XLSX.read(bytes, { cellDates: true }).Sheets.S);
  console.log(JSON.stringify(db.prepare("SELECT * FROM days").all()));
`;

export default async function check({ run }) {
  const parts = "parts\nid,part,stock\n1,Bolt,12\n2,Nut,\n";
  const orders = ["orders_that_were_delivered_i", "orders_that_were_delivered_i1"];
  assert.equal(
    await run("node", "sqlite.js"),
    [parts, ...orders.map((name) => `${name}\nid,part_id,amount\n`)].join(""),
  );
  const [functions] = readFileSync("sqlite.js", "utf8").split("// #region main");
  writeFileSync("dates.js", functions + DATES);
  assert.equal((await run("node", "dates.js")).trim(), '[{"day":"2024-01-02T09:02:00.000Z","open":1,"code":"7"}]');
}
