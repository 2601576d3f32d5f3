import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";

export default async function check({ serve, openPage, download, library, presidents }) {
  const page = await openPage(await serve());
  const workbook = page.getByLabel("Workbook");
  const status = page.locator("#status");

  await workbook.setInputFiles("pres.xlsx");
  const cells = page.locator("#table td");
  await cells.first().waitFor();
  assert.deepEqual((await cells.allTextContents()).slice(0, 4), ["Name", "Index", presidents[0].Name, "42"]);

  const { name, wb } = await download(page, () => page.getByRole("button", { name: "Save squares" }).click());
  assert.equal(name, "squares.xlsx");
  assert.deepEqual(library.utils.sheet_to_json(wb.Sheets.Squares).at(-1), { n: 999, square: 998001 });

  writeFileSync("broken.xlsx", Buffer.from([0x50, 0x4b, 3, 4, 0, 0]));
  await workbook.setInputFiles("broken.xlsx");
  await status.getByText("Unsupported ZIP file").waitFor();

  // the dialog cannot be driven; a file of the browser's private folder has the same methods
  await page.evaluate(() => {
    window.showSaveFilePicker = async ({ suggestedName }) =>
      (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true });
  });
  const rows = Array.from({ length: 12000 }, (_, i) => [i, `row ${i}`]);
  const large = library.utils.book_new(library.utils.aoa_to_sheet(rows), "Large");
  library.writeFile(large, "large.xlsx");
  await workbook.setInputFiles("large.xlsx");
  await cells.nth(20000).waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Write CSV" }).click();
  await status.getByText("done: 3 pieces").waitFor();
  const text = await page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory();
    return (await (await folder.getFileHandle("sheet.csv")).getFile()).text();
  });
  assert.equal(text, `${rows.map((row) => row.join(",")).join("\n")}\n`);
}
