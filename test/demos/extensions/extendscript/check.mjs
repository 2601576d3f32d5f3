import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import vm from "node:vm";

const BUILD = "node_modules/xlsx/dist/xlsx.extendscript.js";

export default async function check({ dir, library }) {
  const path = join(dir, "info.xlsx");
  const messages = [];
  const info = { title: "A picture", author: "Ada" };
  // a file of ExtendScript, made without new: binary strings in and out
  const file = (name) => ({
    absoluteURI: name,
    open(mode) {
      Object.assign(this, { mode, text: mode === "r" ? readFileSync(name, "latin1") : "" });
      return true;
    },
    read() {
      return this.text;
    },
    write(text) {
      this.text += text;
      return true;
    },
    close() {
      if (this.mode === "w") writeFileSync(name, this.text, "latin1");
      return true;
    },
  });
  const dialog = { saveDialog: () => file(path), openDialog: () => file(path) };
  const run = (script) => {
    const context = vm.createContext({
      File: Object.assign((name) => file(name), dialog),
      Folder: {},
      alert: (text) => messages.push(text),
      app: { documents: { length: 1 }, activeDocument: { info } },
      $: { os: "" },
    });
    // ECMAScript 3 has no typed arrays
    vm.runInContext("delete this.Uint8Array; delete this.ArrayBuffer; delete this.DataView;", context);
    vm.runInContext(readFileSync(BUILD, "utf8"), context);
    vm.runInContext(readFileSync(script, "utf8").replace(/^#include .*$/m, ""), context);
  };

  run("author-to-xlsx.jsx");
  const wb = library.read(readFileSync(path));
  assert.equal(wb.Props.Author, "Ada");
  assert.deepEqual(library.utils.sheet_to_json(wb.Sheets.Info)[0], { Field: "Title", Value: "A picture" });

  wb.Props.Author = "Łukasz";
  library.writeFile(wb, path);
  run("author-from-xlsx.jsx");
  assert.equal(info.author, "Łukasz");
  assert.deepEqual(messages, ["Author: Łukasz"]);
}
