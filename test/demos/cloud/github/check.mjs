import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";

export default async function check({ run }) {
  await run("node", "tools/convert.js", "pres.xlsx", "data.csv");
  const csv = readFileSync("data.csv", "utf8");
  assert.match(csv, /^Name,Index\nBill Clinton,42\n/);
  assert.match(csv, /\nJoseph Biden,46\n$/);

  // the vendor's host is not reached: its files are those of the package
  const imports = { "https://cdn.sheetjs.com/xlsx-0.20.3/package/": "./node_modules/xlsx/" };
  writeFileSync("imports.json", JSON.stringify({ imports }));
  writeFileSync("data.csv", "");
  await run("deno", "run", "-A", "--no-config", "--import-map=imports.json", "postprocess.ts", "pres.xlsx");
  assert.equal(readFileSync("data.csv", "utf8"), csv);
}
