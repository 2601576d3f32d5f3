import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import vm from "node:vm";

export default async function check({ library, presidents, placeScripts }) {
  placeScripts("xlsx.full.min.js");
  // the classes of Foundation that the script uses
  const dataOf = (bytes) => ({
    base64EncodedStringWithOptions: () => bytes.toString("base64"),
    writeToFileAtomically: (path) => writeFileSync(path, bytes) ?? true,
  });
  const $ = {
    NSUTF8StringEncoding: 4,
    NSString: { stringWithContentsOfFileEncodingError: (path) => readFileSync(path, "utf8") },
    NSData: {
      dataWithContentsOfFile: (path) => dataOf(readFileSync(path)),
      alloc: { initWithBase64EncodedStringOptions: (text) => dataOf(Buffer.from(text, "base64")) },
    },
  };
  const context = vm.createContext({ $, ObjC: { import: () => {}, unwrap: (value) => value } });
  vm.runInContext(readFileSync("sheets.js", "utf8"), context);
  assert.match(context.run(["pres.xlsx", "copy.ods"]), /^Name,Index\nBill Clinton,42\n/);
  assert.deepEqual(library.utils.sheet_to_json(library.readFile("copy.ods").Sheets.Sheet1), presidents);
}
