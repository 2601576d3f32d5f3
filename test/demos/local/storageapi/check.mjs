import assert from "node:assert/strict";

export default async function check({ serve, openPage, download, library, presidents }) {
  const page = await openPage(await serve());
  const count = (text) => page.locator("#count").getByText(text, { exact: true }).waitFor();
  await page.getByLabel("Workbook").setInputFiles("pres.xlsx");
  await count("5");
  await page.reload();
  await count("5");
  const stored = await download(page, () => page.getByRole("button", { name: "Save" }).click());
  assert.equal(stored.name, "stored.xlsx");
  assert.deepEqual(library.utils.sheet_to_json(stored.wb.Sheets.Sheet1), presidents);
  const draft = await download(page, () => page.getByRole("button", { name: "Restore" }).click());
  assert.equal(draft.name, "draft.xlsx");
  assert.deepEqual(library.utils.sheet_to_json(draft.wb.Sheets.Sheet1), presidents);

  const large = library.utils.aoa_to_sheet(Array.from({ length: 1000 }, () => ["x".repeat(6000)]));
  library.writeFile(library.utils.book_new(large, "Large"), "large.xlsx", { compression: true });
  await page.getByLabel("Workbook").setInputFiles("large.xlsx");
  await page.locator("#status").getByText("too large").waitFor();
  await count("5");
}
