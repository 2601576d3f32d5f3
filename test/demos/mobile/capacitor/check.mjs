import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";

/** What the plugin's version for browsers has stored, as Base64. */
const storedFile = () =>
  new Promise((resolve, reject) => {
    const opened = indexedDB.open("Disc");
    opened.onerror = reject;
    opened.onsuccess = () => {
      const request = opened.result
        .transaction("FileStorage")
        .objectStore("FileStorage")
        .get("/DOCUMENTS/sheetjs.xlsx");
      request.onsuccess = () => resolve(request.result.content);
      request.onerror = reject;
    };
  });

/** The plugin has a version for browsers, which keeps files in IndexedDB and gives them as Blobs. */
export default async function check({ run, serve, openPage, library, presidents }) {
  await run("vite", "build");
  await run(
    "esbuild",
    "src/sheets.ts",
    "--bundle",
    "--format=iife",
    "--global-name=sheets",
    "--outfile=dist/sheets.js",
  );
  writeFileSync("dist/path.html", '<!doctype html><meta charset="utf-8"><script src="sheets.js"></script>');
  const page = await openPage(await serve("dist"));
  const save = async () => {
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved /DOCUMENTS/sheetjs.xlsx").waitFor();
    const wb = library.read(await page.evaluate(storedFile), { type: "base64" });
    return wb.Sheets[wb.SheetNames[0]];
  };
  assert.deepEqual(library.utils.sheet_to_json(await save()), [{ Name: "Ada", Index: 1 }]);

  await page.getByLabel("Workbook").setInputFiles("pres.xlsx");
  await page.getByText("Joseph Biden").waitFor();
  assert.deepEqual(library.utils.sheet_to_json(await save()), presidents);

  // by path, from what the app has stored
  await page.goto(new URL("path.html", page.url()).href);
  const back = await page.evaluate(() => sheets.openBook("sheetjs.xlsx"));
  assert.deepEqual(library.utils.sheet_to_json(back.Sheets[back.SheetNames[0]]), presidents);
}
