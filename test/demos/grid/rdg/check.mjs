import assert from "node:assert/strict";

export default async function check({ run, serve, openPage, download, library, presidents }) {
  await run("npm", "run", "build");
  const page = await openPage(await serve());
  await page.getByLabel("Workbook").setInputFiles("pres.xlsx");
  await page.getByRole("gridcell", { name: presidents[0].Name }).dblclick();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("Ada");
  await page.keyboard.press("Enter");
  await page.getByRole("gridcell", { name: "42" }).dblclick();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("7");
  await page.keyboard.press("Enter");
  await page.getByRole("gridcell", { name: "7", exact: true }).waitFor();
  const { wb } = await download(page, () => page.getByRole("button", { name: "Save" }).click());
  const rows = library.utils.sheet_to_json(wb.Sheets.Sheet1);
  assert.deepEqual(rows, [{ Name: "Ada", Index: 7 }, ...presidents.slice(1)]);
}
