import assert from "node:assert/strict";

export default async function check({ serve, openPage, download, library, presidents }) {
  const page = await openPage(await serve());
  await page.getByLabel("Workbook").setInputFiles("pres.xlsx");
  await page.locator("#count", { hasText: "5" }).waitFor();
  await page.reload();
  await page.locator("#count", { hasText: "5" }).waitFor();
  const { name, wb } = await download(page, () => page.getByRole("button", { name: "Save" }).click());
  assert.equal(name, "database.xlsx");
  const byIndex = (a, b) => a.Index - b.Index;
  assert.deepEqual(library.utils.sheet_to_json(wb.Sheets.Sheet1).sort(byIndex), presidents);
}
