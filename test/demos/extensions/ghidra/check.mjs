import assert from "node:assert/strict";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** A function as Ghidra's API gives it: values of Java behind methods. */
function javaFunction(name, address, size) {
  return {
    getName: () => ({ toString: () => name }),
    getEntryPoint: () => ({ toString: () => address }),
    getBody: () => ({ getNumAddresses: () => size }),
  };
}

export default async function check({ library }) {
  const list = [javaFunction("main", "00101139", 27n), javaFunction("_start", "00101050", 38n)];
  const functions = { hasNext: () => list.length > 0, next: () => list.shift() };
  globalThis.currentProgram = {
    getName: () => ({ toString: () => "target.bin" }),
    getFunctionManager: () => ({ getFunctions: () => functions }),
  };
  require("./functions.js");
  assert.deepEqual(library.utils.sheet_to_json(library.readFile("target.bin.xlsx").Sheets.Functions), [
    { Name: "main", Entry: "00101139", Bytes: 27 },
    { Name: "_start", Entry: "00101050", Bytes: 38 },
  ]);
}
