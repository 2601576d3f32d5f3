import assert from "node:assert/strict";

export default async function check({ run, serve, openPage, save, keepsMarkup, typeOver, presidents, library }) {
  await run("npm", "run", "build");
  const page = await openPage(await serve());
  await page.getByLabel("Workbook").setInputFiles("pres.xlsx");
  await typeOver(page, page.getByRole("gridcell", { name: presidents[0].Name }), "Ada");
  await typeOver(page, page.getByRole("gridcell", { name: "42" }), "7");
  await page.getByRole("gridcell", { name: "7", exact: true }).waitFor();
  const { rows } = await save(page, "Save", "Sheet1");
  assert.deepEqual(rows, [{ Name: "Ada", Index: 7 }, ...presidents.slice(1)]);

  // text that looks like a number stays text where nobody edits it
  const ws = library.utils.aoa_to_sheet([
    ["Code", "Qty"],
    ["007", 1],
  ]);
  const buffer = library.write(library.utils.book_new(ws, "S"), { type: "buffer" });
  await page.getByLabel("Workbook").setInputFiles({ name: "codes.xlsx", mimeType: "application/zip", buffer });
  await typeOver(page, page.getByRole("gridcell", { name: "1", exact: true }), "2");
  await page.getByRole("gridcell", { name: "2", exact: true }).waitFor();
  assert.deepEqual((await save(page, "Save", "Sheet1")).rows, [{ Code: "007", Qty: 2 }]);
  // a date stays one
  assert.equal((await keepsMarkup(page)).B2.w, "1/2/24");
}
