import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

export default async function check({ run, library }) {
  assert.equal(await run("node", "make.js"), "A1:C20001\n");
  assert.equal(await run("node", "convert.js"), "A1:C20001 247500\n");

  const rows = readFileSync("parts.ndjson", "utf8").trimEnd().split("\n");
  assert.equal(rows.length, 20000);
  assert.deepEqual(JSON.parse(rows[1]), { Id: 2, Part: "Part 2", Price: 0.25 });
  const wb = library.read(readFileSync("parts.csv"));
  assert.equal(wb.Sheets.Sheet1["!ref"], "A1:C20001");
  assert.equal(wb.Sheets.Sheet1.C20001.v, 24.75);
}
