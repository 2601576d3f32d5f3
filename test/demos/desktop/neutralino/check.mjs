import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";

export default async function check({ serve, openPage, library, presidents }) {
  cpSync("node_modules/xlsx/dist/xlsx.full.min.js", "resources/js/xlsx.full.min.js");
  // the functions of the client script that the page calls
  writeFileSync(
    "resources/js/neutralino.js",
    `const Neutralino = {
      init() {}, events: { on() {} }, app: { exit() {} },
      os: { showOpenDialog: async () => ["pres.xlsx"], showSaveDialog: async (title, { defaultPath }) => defaultPath },
      filesystem: {
        readBinaryFile: async (path) => Uint8Array.from(await window.readIn(path)).buffer,
        writeBinaryFile: async (path, data) => {
          if (!(data instanceof ArrayBuffer)) throw { code: "NE_FS_FILWRER", message: "no ArrayBuffer" };
          await window.writeOut(path, [...new Uint8Array(data)]);
        },
      },
    };`,
  );
  const page = await openPage();
  await page.exposeFunction("readIn", (path) => [...readFileSync(path)]);
  await page.exposeFunction("writeOut", (path, bytes) => writeFileSync(path, Uint8Array.from(bytes)));
  await page.goto(await serve("resources"));
  await page.getByRole("button", { name: "Open" }).click();
  await page.locator("#table td", { hasText: "Joseph Biden" }).waitFor();
  await page.locator("#table td", { hasText: "Bill Clinton" }).locator("[contenteditable]").fill("Ada");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved sheetjs.xlsx").waitFor();
  const { Sheets, SheetNames } = library.readFile("sheetjs.xlsx");
  assert.deepEqual(library.utils.sheet_to_json(Sheets[SheetNames[0]]), [
    { Name: "Ada", Index: 42 },
    ...presidents.slice(1),
  ]);
}
