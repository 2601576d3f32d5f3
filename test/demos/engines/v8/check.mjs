import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

export default async function check({ library, presidents, run }) {
  for (const input of ["pres.xlsx", "pres.numbers", "pres.xls"]) {
    const csv = await run("node", "vm.js", input, "out.xlsx");
    assert.match(csv, /^Name,Index\nBill Clinton,42\n/);
    const wb = library.read(readFileSync("out.xlsx"));
    const rows = library.utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]]);
    assert.deepEqual(rows.map((row) => ({ ...row, Index: Math.round(row.Index) })), presidents);
  }
}
