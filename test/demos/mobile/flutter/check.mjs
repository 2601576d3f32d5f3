import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { getQuickJS } from "quickjs-emscripten";

const require = createRequire(import.meta.url);

/** The two functions in QuickJS, called as lib/sheets.dart does: as text, with arguments as JSON. */
export default async function check({ library, presidents }) {
  const vm = (await getQuickJS()).newContext();
  const evaluate = (code) => vm.unwrapResult(vm.evalCode(code)).consume((result) => vm.dump(result));
  evaluate(readFileSync(require.resolve("xlsx/dist/xlsx.full.min.js"), "utf8"));
  evaluate(readFileSync("assets/sheets.js", "utf8"));
  const call = (name, text) => evaluate(`${name}(${JSON.stringify(text)})`);

  const rows = [["Name", "Index"], ...presidents.map(({ Name, Index }) => [Name, Index])];
  assert.deepEqual(JSON.parse(call("rowsOf", readFileSync("pres.xlsx").toString("base64"))), rows);

  const names = [
    ["Name", "Note"],
    ["O'Hara", 'says "no"\n`$1` \\ 名'],
  ];
  const base64 = call("bookOf", JSON.stringify(names));
  const wb = library.read(base64, { type: "base64" });
  assert.deepEqual(library.utils.sheet_to_json(wb.Sheets.Data, { header: 1 }), names);
  assert.deepEqual(JSON.parse(call("rowsOf", base64)), names);

  // rows of different lengths have the same number of cells
  const ragged = call("bookOf", JSON.stringify([["a", "b", "c"], ["d"]]));
  assert.deepEqual(JSON.parse(call("rowsOf", ragged)), [
    ["a", "b", "c"],
    ["d", "", ""],
  ]);
  vm.dispose();
}
