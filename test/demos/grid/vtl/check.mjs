import assert from "node:assert/strict";

export default async function check({ run, serve, openPage, save, presidents }) {
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
}
