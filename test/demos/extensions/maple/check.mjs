import assert from "node:assert/strict";

export default async function check({ run, library, presidents }) {
  await run("node", "toxlsx.js", "pres.numbers", "tmp.xlsx");
  await run("node", "toxlsx.js", "tmp.xlsx", "copy.ods");
  const rows = library.utils.sheet_to_json(Object.values(library.readFile("copy.ods").Sheets)[0]);
  assert.deepEqual(
    rows.map((row) => ({ ...row, Index: Math.round(row.Index) })),
    presidents,
  );
}
