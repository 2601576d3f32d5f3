import assert from "node:assert/strict";

export default async function check({ run, serve, openPage, save, keepsMarkup, presidents }) {
  await run("npm", "run", "build");
  const page = await openPage(await serve("dist"));
  await page.getByLabel("Workbook").setInputFiles("pres.xlsx");
  const names = page.locator("tbody tr td:first-child");
  await names.nth(4).waitFor();
  assert.deepEqual(
    (await names.allTextContents()).map((text) => text.trim()),
    presidents.map(({ Name }) => Name).sort(),
  );
  assert.deepEqual((await save(page, "Save", "Sheet1")).rows, presidents);

  // dates are shown as text and saved as dates
  assert.equal((await keepsMarkup(page)).B2.w, "1/2/24");
  await page.locator("tbody td", { hasText: "2024-01-02" }).waitFor();
}
