import assert from "node:assert/strict";

export default async function check({ run, serve, openPage, download, library, presidents }) {
  await run("npm", "run", "build");
  const page = await openPage(await serve("dist"));
  await page.getByLabel("Workbook").setInputFiles("pres.xlsx");
  const names = page.locator("tbody tr td:first-child");
  await names.nth(4).waitFor();
  const sorted = presidents.map(({ Name }) => Name).sort();
  assert.deepEqual(
    (await names.allTextContents()).map((text) => text.trim()),
    sorted,
  );
  const { wb } = await download(page, () => page.getByRole("button", { name: "Save" }).click());
  assert.deepEqual(library.utils.sheet_to_json(wb.Sheets.Sheet1), presidents);
}
