import assert from "node:assert/strict";

export default async function check({ run, serve, openPage, save, keepsMarkup, typeOver, presidents }) {
  await run("npm", "run", "build");
  const page = await openPage(await serve());
  const table = await save(page, "Save table", "Sheet1");
  assert.deepEqual(table.rows, [
    { Plan: "Free", Price: 0 },
    { Plan: "Team", Price: 12 },
  ]);

  await page.getByLabel("Workbook").setInputFiles("pres.xlsx");
  const edit = async (from, to) => {
    await typeOver(page, page.getByRole("gridcell", { name: from }), to);
    await page.getByRole("gridcell", { name: to, exact: true }).waitFor();
  };
  await edit(presidents[0].Name, "Ada");
  await edit("42", "7");
  const grid = await save(page, "Save grid", "Sheet1");
  assert.deepEqual(grid.rows, [{ Name: "Ada", Index: 7 }, ...presidents.slice(1)]);
  assert.equal((await keepsMarkup(page, "Save grid")).B2.w, "1/2/24");
  await page.getByRole("gridcell", { name: "1/2/2024" }).waitFor();
}
