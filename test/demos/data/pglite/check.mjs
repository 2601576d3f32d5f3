import assert from "node:assert/strict";

export default async function check({ run, library }) {
  assert.match(
    await run("node", "pglite.js"),
    /^plan,price,active,since\nFree,0,TRUE,2024-01-01\nTeam,12\.5,FALSE,\n$/,
  );
  const ws = library.readFile("plans.xlsx", { cellDates: true }).Sheets.plans;
  const rows = library.utils.sheet_to_json(ws, { UTC: true });
  assert.equal(rows[0].since.toISOString(), "2024-01-01T00:00:00.000Z");
}
