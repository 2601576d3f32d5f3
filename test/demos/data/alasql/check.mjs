import assert from "node:assert/strict";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

export default async function check({ run, library }) {
  assert.equal(await run("node", "alasql.js"), "part,pieces,cost\nBolt,7,3.5\nNut,5,0.5\n3\n");
  assert.deepEqual(library.readFile("orders.xlsx").SheetNames, ["Orders", "Parts", "Result"]);
  // the package's own functions get the same library, by the override
  const inside = require(require.resolve("xlsx", { paths: [require.resolve("alasql")] }));
  assert.equal(inside.version, library.version);
  const rows = await require("alasql").promise('SELECT * FROM XLSX("orders.xlsx", {headers: true, sheetid: "Parts"})');
  assert.equal(rows.length, 2);
}
