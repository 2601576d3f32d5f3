import assert from "node:assert/strict";

export default async function check({ run, library }) {
  const output = await run("node", "pouchdb.js");
  assert.equal(output, "plan,price\nFree,0\nTeam,12\n2 of 2 rows: Document update conflict\n");
  assert.equal(library.utils.sheet_to_json(library.readFile("plans.xlsx").Sheets.plans).length, 2);
}
