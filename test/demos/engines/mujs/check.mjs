import assert from "node:assert/strict";
import { cpSync, readFileSync } from "node:fs";

export default async function check({ library, presidents, run }) {
  for (const script of ["shim.min.js", "xlsx.full.min.js"]) cpSync(`node_modules/xlsx/dist/${script}`, script);
  await run("gcc", "-std=c99", "-o", "sheetjs.mujs", "sheetjs.mujs.c", "-lmujs", "-lm");
  for (const input of ["pres.xlsb", "pres.ods"]) {
    const csv = await run("./sheetjs.mujs", input, "out.xlsx");
    assert.match(csv, /Name,Index\nBill Clinton,42\n/);
    const wb = library.read(readFileSync("out.xlsx"));
    assert.deepEqual(library.utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]]), presidents);
  }
  const part = (name) => new RegExp(`JS_VERSION_${name} (\\d+)`).exec(readFileSync("/usr/include/mujs.h", "utf8"))[1];
  return { mujs: ["MAJOR", "MINOR", "PATCH"].map(part).join(".") };
}
