import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

export default async function check({ serve, openPage, save, refusesDamaged, library, presidents }) {
  const page = await openPage(await serve());
  await page.locator("#rows td", { hasText: "Joseph Biden" }).waitFor();
  const table = await save(page, "Save the table", "Sheet1");
  assert.equal(table.name, "table.xlsx");
  assert.deepEqual(table.rows, presidents);

  const fewer = library.read(readFileSync("pres.xlsx"), { sheetRows: 3 });
  const buffer = library.write(fewer, { type: "buffer", bookType: "xlsb" });
  await page.getByLabel("Workbook").setInputFiles({ name: "fewer.xlsb", mimeType: "", buffer });
  await page.locator("#rows td", { hasText: "Joseph Biden" }).waitFor({ state: "detached" });
  const rows = await save(page, "Save the rows", "Presidents");
  assert.equal(rows.name, "presidents.xlsx");
  assert.deepEqual(rows.rows, presidents.slice(0, 2));

  await refusesDamaged(page);
}
