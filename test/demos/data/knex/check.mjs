import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";

/** The functions of the program with names that mean something to Knex, and values of two types in a column. */
const HOSTILE = `
  (async () => {
    const db = knex({ client: "better-sqlite3", connection: { filename: ":memory:" }, useNullAsDefault: true });
    const at = new Date(Date.UTC(2024, 0, 2, 9, 2));
    const rows = [["a.b", "Sold as new", "Code", "At"], [1, 2, 7, at], [3, 4, "T-1", at], [5, 6, at, null]];
    const bytes = XLSX.write(XLSX.utils.book_new(XLSX.utils.aoa_to_sheet(rows, { UTC: true }), "S"), { type: "buffer" });
    await importSheet(db, "t", XLSX.read(bytes, { cellDates: true }).Sheets.S);
    console.log(JSON.stringify(await db.select("*").from("t")));
    await importSheet(db, "none", XLSX.utils.aoa_to_sheet([["a"]])).catch((error) => console.log(error.message));
    await db.destroy();
  })();
`;

export default async function check({ run, library }) {
  assert.equal(await run("node", "knex.js"), "plan,price,active\nFree,0,1\nTeam,12.5,0\n");
  const { Sheets } = library.readFile("plans.xlsx");
  assert.deepEqual(library.utils.sheet_to_json(Sheets.plans)[1], { plan: "Team", price: 12.5, active: 0 });

  const [functions] = readFileSync("knex.js", "utf8").split("// #region main");
  writeFileSync("hostile.js", functions + HOSTILE);
  const [rows, message] = (await run("node", "hostile.js")).trim().split("\n");
  const At = Date.UTC(2024, 0, 2, 9, 2);
  assert.deepEqual(JSON.parse(rows), [
    { a_b: 1, Sold_new: 2, Code: "7", At },
    { a_b: 3, Sold_new: 4, Code: "T-1", At },
    { a_b: 5, Sold_new: 6, Code: new Date(At).toISOString(), At: null },
  ]);
  assert.equal(message, "The worksheet has no rows");
}
