import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";

/** The plugin has a version for browsers, which keeps files in IndexedDB and gives them as Blobs. */
export default async function check({ run, serve, openPage, library, presidents }) {
  await run("esbuild", "src/sheets.ts", "--bundle", "--format=iife", "--global-name=sheets", "--outfile=out.js");
  writeFileSync("page.html", '<!doctype html><meta charset="utf-8"><script src="out.js"></script>');
  const page = await openPage(`${await serve()}page.html`);
  const wb = library.read(readFileSync("pres.xlsx"));
  const uri = await page.evaluate((book) => sheets.saveBook(book, "sheetjs.xlsx"), wb);
  assert.match(uri, /sheetjs\.xlsx$/);
  const back = await page.evaluate(() => sheets.openBook("sheetjs.xlsx"));
  assert.deepEqual(library.utils.sheet_to_json(back.Sheets.Sheet1), presidents);
}
