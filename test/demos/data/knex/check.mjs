import assert from "node:assert/strict";

export default async function check({ run, library }) {
  assert.equal(await run("node", "knex.js"), "plan,price,active\nFree,0,1\nTeam,12.5,0\n");
  const { Sheets } = library.readFile("plans.xlsx");
  assert.deepEqual(library.utils.sheet_to_json(Sheets.plans)[1], { plan: "Team", price: 12.5, active: 0 });
}
