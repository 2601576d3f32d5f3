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

  // documents that cannot be stored are reported
  const ws = library.utils.json_to_sheet([{ _id: "a", Name: "Ada" }]);
  const buffer = library.write(library.utils.book_new(ws, "S"), { type: "buffer", bookType: "xlsx" });
  const choose = () => page.getByLabel("Workbook").setInputFiles({ name: "ids.xlsx", mimeType: "", buffer });
  await choose();
  await page.locator("#count", { hasText: "6" }).waitFor();
  const [dialog] = await Promise.all([page.waitForEvent("dialog"), choose()]);
  assert.equal(dialog.message(), "1 of 1 rows: Document update conflict");
  await dialog.accept();
}
