import assert from "node:assert/strict";

export default async function check({ run, serve, openPage, save, typeOver, presidents }) {
  await run("npm", "run", "build");
  const page = await openPage(await serve());
  await page.getByLabel("Workbook").setInputFiles("pres.xlsx");
  await typeOver(page, page.getByRole("gridcell", { name: presidents[0].Name }), "Ada");
  await typeOver(page, page.getByRole("gridcell", { name: "42" }), "7");
  await page.getByRole("gridcell", { name: "7", exact: true }).waitFor();
  const { rows } = await save(page, "Save", "Sheet1");
  assert.deepEqual(rows, [{ Name: "Ada", Index: 7 }, ...presidents.slice(1)]);
}
