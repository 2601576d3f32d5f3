import assert from "node:assert/strict";
import { cpSync, readFileSync } from "node:fs";

export default async function check({ library, presidents, run }) {
  cpSync("node_modules/xlsx/dist/xlsx.full.min.js", "xlsx.full.min.js");
  const flags = (await run("pkg-config", "--cflags", "--libs", "javascriptcoregtk-4.1")).trim().split(/\s+/);
  await run("gcc", "-o", "sheetjs.jsc", "sheetjs.jsc.c", ...flags);
  for (const input of ["pres.xlsx", "pres.numbers", "pres.xls"]) {
    const csv = await run("./sheetjs.jsc", input, "out.xlsx");
    assert.match(csv, /^Name,Index\nBill Clinton,42\n/);
    const wb = library.read(readFileSync("out.xlsx"));
    const rows = library.utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]]);
    assert.deepEqual(rows.map((row) => ({ ...row, Index: Math.round(row.Index) })), presidents);
  }
  return { javascriptcoregtk: (await run("pkg-config", "--modversion", "javascriptcoregtk-4.1")).trim() };
}
