import assert from "node:assert/strict";

export default async function check({ run, serve, openPage, download, library, presidents }) {
  await run("npm", "run", "build");
  const page = await openPage(await serve());
  const save = async (name) => {
    const { wb } = await download(page, () => page.getByRole("button", { name }).click());
    return library.utils.sheet_to_json(wb.Sheets.Sheet1);
  };
  assert.deepEqual(await save("Save table"), [
    { Plan: "Free", Price: 0 },
    { Plan: "Team", Price: 12 },
  ]);
  await page.getByLabel("Workbook").setInputFiles("pres.xlsx");
  const edit = async (from, to) => {
    await page.getByRole("gridcell", { name: from }).dblclick();
    await page.keyboard.press("Control+A");
    await page.keyboard.type(to);
    await page.keyboard.press("Enter");
    await page.getByRole("gridcell", { name: to, exact: true }).waitFor();
  };
  await edit(presidents[0].Name, "Ada");
  await edit("42", "7");
  assert.deepEqual(await save("Save grid"), [{ Name: "Ada", Index: 7 }, ...presidents.slice(1)]);
}
