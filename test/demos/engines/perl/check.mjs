import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

export default async function check({ library, run, placeScripts }) {
  placeScripts("shim.min.js", "xlsx.mini.min.js");
  assert.equal(await run("perl", "sheetjs.pl"), "42 Bill Clinton\n44 Barack Obama\n");
  const wb = library.read(readFileSync("stock.xlsx"));
  assert.deepEqual(library.utils.sheet_to_json(wb.Sheets.Stock), [{ Part: "Bolt", Stock: 12 }]);
  return { JE: (await run("perl", "-MJE", "-e", "print $JE::VERSION")).trim() };
}
