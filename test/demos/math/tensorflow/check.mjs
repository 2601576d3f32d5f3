import assert from "node:assert/strict";

export default async function check({ run, library }) {
  await run("node", "make.js");
  assert.match(await run("node", "fit.js"), /^-0\.216 51\.600$/m);
  const ws = library.readFile("fitted.xlsx").Sheets.Cars;
  assert.equal(ws.C1.v, "Fit");
  const rows = library.utils.sheet_to_json(ws);
  assert.ok(Math.abs(rows[4].Fit - 19.2) < 1e-4, String(rows[4].Fit));
}
