import assert from "node:assert/strict";

export default async function check({ serve, openPage, download, library, presidents }) {
  const page = await openPage(await serve());
  const count = () => page.locator("#count", { hasText: "5" }).waitFor();
  await page.getByLabel("Workbook").setInputFiles("pres.xlsx");
  await count();
  // the second import takes the place of the first
  await page.getByLabel("Workbook").setInputFiles("pres.xlsb");
  await page.reload();
  await count();
  const { name, wb } = await download(page, () => page.getByRole("button", { name: "Save the database" }).click());
  assert.equal(name, "database.xlsx");
  assert.deepEqual(library.utils.sheet_to_json(wb.Sheets.Sheet1), presidents);
  // a cancelled choice changes nothing
  await page.getByLabel("Workbook").setInputFiles([]);
  const copy = await download(page, () => page.getByRole("button", { name: "Save the stored file" }).click());
  assert.equal(copy.name, "copy.csv");
  assert.deepEqual(library.utils.sheet_to_json(copy.wb.Sheets.Sheet1), presidents);
}
