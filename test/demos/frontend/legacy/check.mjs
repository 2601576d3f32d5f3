import assert from "node:assert/strict";
import { cpSync } from "node:fs";

export default async function check({ serve, openPage, save, presidents }) {
  for (const name of ["xlsx.full.min.js", "shim.min.js"]) cpSync(`node_modules/xlsx/dist/${name}`, `lib/${name}`);
  const page = await openPage(await serve());
  await page.getByLabel("Workbook").setInputFiles("pres.xlsx");
  const cells = page.locator("td input");
  await cells.nth(11).waitFor();
  assert.equal(await cells.nth(10).inputValue(), "Joseph Biden");
  await cells.nth(10).fill("Joe Biden");
  await page.getByLabel("Workbook").focus();
  const { name, rows } = await save(page, "Save", "Rows");
  assert.equal(name, "rows.xlsx");
  assert.deepEqual(rows, [...presidents.slice(0, 4), { Name: "Joe Biden", Index: 46 }]);
}
