import assert from "node:assert/strict";

export default async function check({ serve, openPage, download, library, presidents }) {
  const page = await openPage(await serve());
  await page.getByLabel("Workbook").setInputFiles("pres.xlsx");
  await page.locator("#status").getByText("stored").waitFor();
  await page.reload();
  const { wb } = await download(page, () => page.getByRole("button", { name: "Save" }).click());
  assert.deepEqual(library.utils.sheet_to_json(wb.Sheets.Sheet1), presidents);
}
