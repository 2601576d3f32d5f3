import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";

export default async function check({ serve, openPage, library, presidents }) {
  const page = await openPage();
  // in place of Node.js in the page, and of the path that the save dialog gives
  await page.exposeFunction("writeOut", (path, bytes) => writeFileSync(path, Uint8Array.from(bytes)));
  await page.addInitScript(() => {
    const fs = { promises: { writeFile: (path, bytes) => window.writeOut(path, [...new Uint8Array(bytes)]) } };
    window.require = (name) => (name === "fs" ? fs : undefined);
    window.saveAs = (path) => {
      const field = document.getElementById("save");
      Object.defineProperty(field, "value", { value: path, writable: true, configurable: true });
      field.dispatchEvent(new Event("change"));
    };
  });
  await page.goto(await serve());
  await page.locator("#open").setInputFiles("pres.xlsx");
  await page.locator("#table td", { hasText: "Joseph Biden" }).waitFor();
  await page.locator("#table td", { hasText: "Bill Clinton" }).locator("[contenteditable]").fill("Ada");
  await page.evaluate(() => window.saveAs("edited.ods"));
  await page.getByText("Saved edited.ods").waitFor();
  const { Sheets, SheetNames } = library.readFile("edited.ods");
  assert.deepEqual(library.utils.sheet_to_json(Sheets[SheetNames[0]]), [
    { Name: "Ada", Index: 42 },
    ...presidents.slice(1),
  ]);

  // cells that were not edited keep what a table of text cannot hold
  const ws = library.utils.aoa_to_sheet([
    ["id", "share", "day", "sum"],
    ["007", 1 / 3, 45293, 5],
  ]);
  ws.C2.z = "m/d/yy";
  ws.D2.f = "2+3";
  const book = library.utils.book_new(ws, "First");
  library.utils.book_append_sheet(book, library.utils.aoa_to_sheet([["other"]]), "Second");
  library.writeFile(book, "hard.xlsx");
  await page.locator("#open").setInputFiles("hard.xlsx");
  await page.locator("#table td", { hasText: "share" }).locator("[contenteditable]").fill("0.5");
  await page.evaluate(() => window.saveAs("hard-edited.xlsx"));
  await page.getByText("Saved hard-edited.xlsx").waitFor();
  const hard = library.readFile("hard-edited.xlsx", { cellNF: true });
  assert.deepEqual(hard.SheetNames, ["First", "Second"]);
  const { A2, B1, B2, C2, D2 } = hard.Sheets.First;
  assert.deepEqual([A2.v, B1.v, B2.v, C2.v, C2.z, D2.f], ["007", 0.5, 1 / 3, 45293, "m/d/yy", "2+3"]);

  await page.evaluate(() => window.saveAs("edited.nope"));
  await page.getByText(/^Unrecognized bookType/).waitFor();
}
