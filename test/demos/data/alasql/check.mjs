import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);

export default async function check({ run, library }) {
  assert.equal(await run("node", "alasql.js"), "part,pieces,cost\nBolt,7,3.5\nNut,5,0.5\n3\n");
  assert.deepEqual(library.readFile("orders.xlsx").SheetNames, ["Orders", "Parts", "Result"]);

  const alasql = require("alasql");
  // The package contains a copy of the library, and takes ours when it is told to.
  const inside = readFileSync(join(dirname(require.resolve("alasql")), "../modules/xlsx/xlsx.js"), "utf8");
  assert.match(inside, /XLSX\.version = '0\.19\.3'/);
  const openParts = () => alasql.promise('SELECT * FROM XLSX("orders.xlsx", {headers: true, sheetid: "Parts"})');
  assert.equal((await openParts()).length, 2);
  let calls = 0;
  const read = (...args) => {
    calls++;
    return library.read(...args);
  };
  alasql.setXLSX({ ...library, read });
  assert.deepEqual([(await openParts()).length, calls], [2, 1]);

  const sumOf = (...values) => alasql("SELECT VALUE SUM(a) FROM ?", [values.map((a) => ({ a }))]);
  assert.deepEqual([sumOf(5, "x", 6), sumOf(1, "2")], [6, "12"]);
}
