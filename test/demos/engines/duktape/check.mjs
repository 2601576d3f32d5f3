import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";

export default async function check({ library, presidents, run }) {
  for (const script of ["shim.min.js", "xlsx.full.min.js"]) cpSync(`node_modules/xlsx/dist/${script}`, script);
  await run("gcc", "-std=c99", "-o", "sheetjs.duk", "sheetjs.duk.c", "-lduktape", "-lm");
  for (const input of ["pres.xlsx", "pres.ods", "pres.xls"]) {
    const csv = await run("./sheetjs.duk", input, "out.xlsx");
    assert.match(csv, /^Name,Index\nBill Clinton,42\n/);
    const wb = library.read(readFileSync("out.xlsx"));
    assert.deepEqual(library.utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]]), presidents);
  }

  // letters beyond ASCII, in each direction
  const wb = library.utils.book_new();
  library.utils.book_append_sheet(wb, library.utils.aoa_to_sheet([["Łódź ☃", 1]]), "Städte");
  writeFileSync("letters.xlsx", library.write(wb, { type: "buffer", bookType: "xlsx" }));
  assert.equal((await run("./sheetjs.duk", "letters.xlsx", "out.xlsx")).trim(), "Łódź ☃,1");
  const again = library.read(readFileSync("out.xlsx"));
  assert.deepEqual([again.SheetNames[0], again.Sheets["Städte"].A1.v], ["Städte", "Łódź ☃"]);
  return { duktape: /DUK_VERSION +(\d)(\d\d)(\d\d)L/.exec(readFileSync("/usr/include/duktape.h", "utf8")).slice(1).map(Number).join(".") };
}
