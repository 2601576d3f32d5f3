import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";

export default async function check({ library, run, placeScripts, checkConverter }) {
  placeScripts("shim.min.js", "xlsx.full.min.js");
  await run("gcc", "-std=c99", "-o", "sheetjs.duk", "sheetjs.duk.c", "-lduktape", "-lm");
  await checkConverter(["pres.xlsx", "pres.ods", "pres.xls"], (...files) => run("./sheetjs.duk", ...files));

  // letters beyond ASCII, in each direction
  const wb = library.utils.book_new();
  library.utils.book_append_sheet(wb, library.utils.aoa_to_sheet([["Łódź ☃", 1]]), "Städte");
  writeFileSync("letters.xlsx", library.write(wb, { type: "buffer", bookType: "xlsx" }));
  assert.equal((await run("./sheetjs.duk", "letters.xlsx", "out.xlsx")).trim(), "Łódź ☃,1");
  const again = library.read(readFileSync("out.xlsx"));
  assert.deepEqual([again.SheetNames[0], again.Sheets.Städte.A1.v], ["Städte", "Łódź ☃"]);

  const header = readFileSync("/usr/include/duktape.h", "utf8");
  const version = /DUK_VERSION +(\d)(\d\d)(\d\d)L/.exec(header).slice(1).map(Number);
  return { duktape: version.join(".") };
}
