import assert from "node:assert/strict";
import { copyFileSync, readFileSync } from "node:fs";

export default async function check({ library, presidents, run, placeScripts }) {
  placeScripts("xlsx.full.min.js");
  for (const input of ["pres.xlsx", "pres.numbers"]) {
    if (input !== "pres.xlsx") copyFileSync(input, "pres.xlsx");
    const lines = (await run("sh", "run.sh")).trim().split("\n");
    assert.deepEqual(lines.slice(0, 2), ["Name,Index", "Bill Clinton,42"]);
    const wb = library.read(lines.at(-1), { type: "base64" });
    const rows = library.utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]]);
    assert.deepEqual(
      rows.map((row) => ({ ...row, Index: Math.round(row.Index) })),
      presidents,
    );
    assert.deepEqual(library.read(readFileSync("out.xlsx")).SheetNames, wb.SheetNames);
  }
}
