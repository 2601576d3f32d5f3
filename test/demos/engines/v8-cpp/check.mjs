import assert from "node:assert/strict";
import { cpSync, readFileSync } from "node:fs";

const HEADERS = "/usr/include/nodejs/deps/v8/include";

export default async function check({ library, presidents, run }) {
  cpSync("node_modules/xlsx/dist/xlsx.full.min.js", "xlsx.full.min.js");
  await run("g++", "-std=c++17", `-I${HEADERS}`, "-o", "sheetjs.v8", "sheetjs.v8.cc", "-lnode");
  for (const input of ["pres.xlsx", "pres.numbers", "pres.xls"]) {
    const csv = await run("./sheetjs.v8", input, "out.xlsx");
    assert.match(csv, /^Name,Index\nBill Clinton,42\n/);
    const wb = library.read(readFileSync("out.xlsx"));
    const rows = library.utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]]);
    assert.deepEqual(rows.map((row) => ({ ...row, Index: Math.round(row.Index) })), presidents);
  }
}
