import assert from "node:assert/strict";

export default async function check({ serve, openPage, download, keepsMarkup, library, presidents }) {
  const page = await openPage(await serve());
  const click = (name) => page.getByRole("button", { name, exact: true }).click();
  const rowsOf = ({ wb }) => library.utils.sheet_to_json(wb.Sheets.Sheet1);
  const cell = (text) => page.locator(".tabulator-cell", { hasText: text }).first();

  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), click("Import")]);
  await chooser.setFiles("pres.xlsx");
  await cell(presidents[0].Name).waitFor();
  const exported = await download(page, () => click("Export"));
  assert.equal(exported.name, "table.xlsx");
  assert.deepEqual(rowsOf(exported), presidents);

  await page.getByLabel("Workbook").setInputFiles("pres.xlsx");
  await cell("Bill").click();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("Ada");
  await page.keyboard.press("Enter");
  await cell("Ada").waitFor();
  const saved = await download(page, () => click("Save"));
  assert.equal(saved.name, "table.xlsb");
  assert.deepEqual(rowsOf(saved), [{ Name: "Ada", Index: 42 }, ...presidents.slice(1)]);

  await keepsMarkup(page);

  // a worksheet without rows leaves no columns of the file before
  const headings = library.utils.book_new(library.utils.aoa_to_sheet([["Name"]]), "S");
  const buffer = library.write(headings, { type: "buffer" });
  await page.getByLabel("Workbook").setInputFiles({ name: "headings.xlsx", mimeType: "", buffer });
  await page.waitForFunction(() => table.getColumns().length === 0);
}
