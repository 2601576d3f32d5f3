import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import vm from "node:vm";

export default async function check({ library, presidents }) {
  const files = [];
  const signed = (buffer) => Array.from(new Int8Array(buffer));
  const sheet = {
    getName: () => "Presidents",
    getDataRange: () => ({
      getValues: () => [["Name", "Index", ""], ...presidents.map((row) => [...Object.values(row), ""])],
    }),
  };
  const context = vm.createContext({
    UrlFetchApp: { fetch: (url) => ({ getBlob: () => ({ getBytes: () => signed(readFileSync(url)) }) }) },
    Utilities: {
      base64Encode: (bytes) => Buffer.from(Int8Array.from(bytes).buffer).toString("base64"),
      base64Decode: (text) => signed(Buffer.from(text, "base64")),
      newBlob: (bytes, type, name) => ({ bytes: Uint8Array.from(bytes), type, name }),
    },
    SpreadsheetApp: { getActiveSheet: () => sheet, getUi: () => ({ alert: () => {} }) },
    DriveApp: {
      createFile(blob) {
        files.push(blob);
        return { getName: () => blob.name };
      },
    },
  });
  // files of a project share one global scope
  vm.runInContext(readFileSync("node_modules/xlsx/dist/xlsx.full.min.js", "utf8"), context);
  vm.runInContext(readFileSync("Code.gs", "utf8"), context);

  const rows = JSON.parse(JSON.stringify(context.SHEETJS("pres.numbers")));
  assert.deepEqual(rows[1], ["Bill Clinton", 42]);
  assert.equal(rows.length, 6);
  context.saveSheet();
  const [{ name, bytes }] = files;
  assert.equal(name, "Presidents.ods");
  assert.deepEqual(library.utils.sheet_to_json(library.read(bytes).Sheets.Presidents), presidents);
  // blank cells stay blank
  assert.equal(library.read(bytes).Sheets.Presidents.C1, undefined);
  sheet.getName = () => "In/Out";
  context.saveSheet();
  assert.deepEqual(library.read(files[1].bytes).SheetNames, ["In_Out"]);
}
