import assert from "node:assert/strict";

export default async function check({ run, serve, openPage, download, library, presidents }) {
  await run("npm", "run", "build");
  const page = await openPage(await serve("dist"));
  await page.getByLabel("Workbook").setInputFiles("pres.xlsx");
  await page.locator("#rows", { hasText: "Joseph Biden,46" }).waitFor();
  const { name, wb } = await download(page, () => page.getByRole("button", { name: "Save" }).click());
  assert.equal(name, "presidents.xlsx");
  assert.deepEqual(library.utils.sheet_to_json(wb.Sheets.Presidents), presidents);
}
