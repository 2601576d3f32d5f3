import assert from "node:assert/strict";
import { cpSync } from "node:fs";

export default async function check({ run, serve, openPage, download, library, presidents }) {
  cpSync("pres.xlsx", "public/pres.xlsx");
  await run("npm", "run", "build");
  const page = await openPage(await serve("dist"));
  const expected = presidents.map(({ Name, Index }) => [Name, String(Index)]);
  const shown = (selector) =>
    page.locator(`${selector} tr`).evaluateAll((trs) => trs.map((tr) => [...tr.cells].map((td) => td.textContent)));

  await page.locator("#sheet td", { hasText: "Joseph Biden" }).waitFor();
  assert.deepEqual(await shown("#sheet"), [["Name", "Index"], ...expected]);
  const table = await download(page, () => page.getByRole("button", { name: "Save the table" }).click());
  assert.equal(table.name, "table.xlsx");
  assert.deepEqual(library.utils.sheet_to_json(table.wb.Sheets.Sheet1), presidents);

  await page.getByLabel("Workbook").setInputFiles("pres.xlsx");
  await page.locator("#rows td", { hasText: "Joseph Biden" }).waitFor();
  assert.deepEqual(await shown("#rows tbody"), expected);
  const rows = await download(page, () => page.getByRole("button", { name: "Save the rows" }).click());
  assert.equal(rows.name, "presidents.xlsx");
  assert.deepEqual(library.utils.sheet_to_json(rows.wb.Sheets.Presidents), presidents);

  const broken = { name: "broken.xlsx", mimeType: "", buffer: Buffer.from([0x50, 0x4b, 3, 4, 0, 0]) };
  await page.getByLabel("Workbook").setInputFiles(broken);
  await page.getByText("Unsupported ZIP file").waitFor();
}
