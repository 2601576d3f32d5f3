import assert from "node:assert/strict";

export default async function check({ serve, openPage, download, library, presidents }) {
  const page = await openPage(await serve());
  await page.getByLabel("Workbook").setInputFiles("pres.xlsx");
  const summary = page.locator("#summary", { hasText: "mean" });
  await summary.waitFor();
  assert.match(await summary.textContent(), /44/);
  const { wb } = await download(page, () => page.getByRole("button", { name: "Save" }).click());
  assert.deepEqual(library.utils.sheet_to_json(wb.Sheets.Sorted), presidents.toReversed());
}
