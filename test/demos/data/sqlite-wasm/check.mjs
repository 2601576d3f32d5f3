import assert from "node:assert/strict";

export default async function check({ run, serve, openPage, download, library }) {
  await run("node", "make.js");
  const page = await openPage(await serve());
  await page.getByLabel("Database").setInputFiles("shop.db");
  const save = page.getByRole("button", { name: "Save" });
  await page.locator("#save:not([disabled])").waitFor();
  const { name, wb } = await download(page, () => save.click());
  assert.equal(name, "database.xlsx");
  assert.deepEqual(wb.SheetNames, ["parts", "empty_one"]);
  assert.equal(library.utils.sheet_to_csv(wb.Sheets.empty_one), "x");
  assert.equal(library.utils.sheet_to_csv(wb.Sheets.parts), "part,stock\nBolt,12\nNut,");

  await page.getByLabel("Database").setInputFiles("make.js");
  await page.locator("#problem", { hasText: "not a database" }).waitFor();
  assert.ok(await save.isDisabled());
}
