import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

export default async function check({ serve, openPage, download, library, presidents }) {
  const page = await openPage(await serve());
  const status = page.locator("#status");
  const button = (name) => page.getByRole("button", { name, exact: true });
  const rowsOf = (wb) => library.utils.sheet_to_json(wb.Sheets.Sheet1);

  await page.getByLabel("Workbook").setInputFiles("pres.xls");
  await status.getByText("pres.xls").waitFor();
  const { name, wb } = await download(page, () => button("Download").click());
  assert.equal(name, "book.xlsx");
  assert.deepEqual(rowsOf(wb), presidents);

  const bytes = [...readFileSync("pres.xlsb")];
  await page.evaluate((values) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([new Uint8Array(values)], "dropped.xlsb"));
    document.getElementById("drop").dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
  }, bytes);
  await status.getByText("dropped.xlsb").waitFor();

  // dialogs cannot be driven; files of the browser's private folder have the same methods
  await page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory();
    window.showSaveFilePicker = ({ suggestedName }) => folder.getFileHandle(suggestedName, { create: true });
    window.showOpenFilePicker = async () => [await folder.getFileHandle("book.xlsx")];
  });
  const stored = async () => {
    const values = await page.evaluate(async () => {
      const folder = await navigator.storage.getDirectory();
      return [...new Uint8Array(await (await (await folder.getFileHandle("book.xlsx")).getFile()).arrayBuffer())];
    });
    return library.read(Uint8Array.from(values));
  };
  await button("Save as").click();
  await status.getByText("book.xlsx saved").waitFor();
  assert.deepEqual(rowsOf(await stored()), presidents);

  await button("Open").click();
  await status.getByText(/^book\.xlsx$/).waitFor();
  // "Save" must not write another file into the one that was opened
  await page.getByLabel("Workbook").setInputFiles("pres.xls");
  await status.getByText("pres.xls").waitFor();
  assert.equal(await button("Save").isDisabled(), true);
  await button("Open").click();
  await status.getByText(/^book\.xlsx$/).waitFor();
  await page.evaluate(() => XLSX.utils.sheet_add_aoa(wb.Sheets.Sheet1, [["Ada", 99]], { origin: -1 }));
  await button("Save").click();
  await status.getByText("book.xlsx saved").waitFor();
  assert.deepEqual(rowsOf(await stored()), [...presidents, { Name: "Ada", Index: 99 }]);
}
