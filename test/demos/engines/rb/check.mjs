import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

export default async function check({ library, presidents, run, placeScripts }) {
  placeScripts("xlsx.full.min.js");
  for (const input of ["pres.xlsx", "pres.xls"]) {
    assert.match(await run("ruby", "sheetjs.rb", input, "out.xlsx"), /^42 Bill Clinton\n/);
    const wb = library.read(readFileSync("out.xlsx"));
    assert.deepEqual(library.utils.sheet_to_json(wb.Sheets.Data), [...presidents, { Name: "Łódź", Index: 1.5 }]);
  }
  return { execjs: (await run("ruby", "-rexecjs", "-e", "puts ExecJS::VERSION")).trim() };
}
