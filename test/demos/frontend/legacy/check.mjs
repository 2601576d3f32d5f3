import assert from "node:assert/strict";
import { cpSync } from "node:fs";

export default async function check({ serve, openPage, download, library, presidents }) {
  for (const name of ["xlsx.full.min.js", "shim.min.js"]) cpSync(`node_modules/xlsx/dist/${name}`, `lib/${name}`);
  const page = await openPage(await serve());
  await page.getByLabel("Workbook").setInputFiles("pres.xlsx");
  const cells = page.locator("td input");
  await cells.nth(11).waitFor();
  assert.equal(await cells.nth(10).inputValue(), "Joseph Biden");
  await cells.nth(10).fill("Joe Biden");
  await page.getByLabel("Workbook").focus();
  const { name, wb } = await download(page, () => page.getByRole("button", { name: "Save" }).click());
  assert.equal(name, "rows.xlsx");
  const expected = [...presidents.slice(0, 4), { Name: "Joe Biden", Index: 46 }];
  assert.deepEqual(library.utils.sheet_to_json(wb.Sheets.Rows), expected);
}
