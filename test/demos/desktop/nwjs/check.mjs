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
  const { Sheets } = library.readFile("edited.ods");
  assert.deepEqual(library.utils.sheet_to_json(Sheets.Sheet1), [{ Name: "Ada", Index: 42 }, ...presidents.slice(1)]);

  await page.evaluate(() => window.saveAs("edited.nope"));
  await page.getByText(/^Unrecognized bookType/).waitFor();
}
