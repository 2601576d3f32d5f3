import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

// Calls the functions as IJSRuntime does: with a Uint8Array, and with what JSON carries.
export default async function check({ serve, openPage, download, library, presidents }) {
  const page = await openPage(await serve());
  const bytes = [...readFileSync("pres.xlsx")];
  const rows = await page.evaluate((list) => JSON.stringify(window.sheets.toRows(new Uint8Array(list))), bytes);
  assert.deepEqual(JSON.parse(rows), presidents);
  const { name, wb } = await download(page, () =>
    page.evaluate((json) => window.sheets.save(JSON.parse(json), "presidents.xlsx"), rows),
  );
  assert.equal(name, "presidents.xlsx");
  assert.deepEqual(library.utils.sheet_to_json(wb.Sheets.Presidents), presidents);
}
