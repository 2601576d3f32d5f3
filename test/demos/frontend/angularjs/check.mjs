import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

export default async function check({ serve, openPage, download, library, presidents }) {
  const page = await openPage(await serve());
  const save = (name) => download(page, () => page.getByRole("button", { name }).click());

  await page.locator("#rows td", { hasText: "Joseph Biden" }).waitFor();
  const table = await save("Save the table");
  assert.equal(table.name, "table.xlsx");
  assert.deepEqual(library.utils.sheet_to_json(table.wb.Sheets.Sheet1), presidents);

  const fewer = library.read(readFileSync("pres.xlsx"), { sheetRows: 3 });
  const buffer = library.write(fewer, { type: "buffer", bookType: "xlsb" });
  await page.getByLabel("Workbook").setInputFiles({ name: "fewer.xlsb", mimeType: "", buffer });
  await page.locator("#rows td", { hasText: "Joseph Biden" }).waitFor({ state: "detached" });
  const rows = await save("Save the rows");
  assert.equal(rows.name, "presidents.xlsx");
  assert.deepEqual(library.utils.sheet_to_json(rows.wb.Sheets.Presidents), presidents.slice(0, 2));

  const broken = { name: "broken.xlsx", mimeType: "", buffer: Buffer.from([0x50, 0x4b, 3, 4, 0, 0]) };
  await page.getByLabel("Workbook").setInputFiles(broken);
  await page.getByText("Unsupported ZIP file").waitFor();
}
