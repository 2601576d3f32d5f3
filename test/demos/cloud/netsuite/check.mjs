import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import vm from "node:vm";

/** A script as NetSuite loads it: a function gets the modules that it names. */
function load(name, modules) {
  let script;
  const define = (names, factory) => {
    script = factory(...names.map((one) => modules[one]));
  };
  vm.runInNewContext(readFileSync(name, "utf8"), { define });
  return script;
}

export default async function check({ library, presidents }) {
  // the library as the alias gives it: by AMD, without Node.js around it
  let XLSX;
  const define = (name, factory) => {
    assert.equal(name, "xlsx");
    XLSX = factory();
  };
  define.amd = {};
  vm.runInNewContext(readFileSync("node_modules/xlsx/dist/xlsx.full.min.js", "utf8"), { define });
  assert.equal(XLSX.version, library.version);

  const cabinet = new Map([[5, readFileSync("pres.xlsx").toString("base64")]]);
  const file = {
    Type: { EXCEL: "EXCEL" },
    load: ({ id }) => ({ getContents: () => cabinet.get(id) }),
    create: (options) => ({ options, save: () => cabinet.set(7, options.contents) && 7 }),
  };
  const restlet = load("SuiteScripts/sheets_restlet.js", { "N/file": file, xlsx: XLSX });
  const plain = (value) => JSON.parse(JSON.stringify(value));
  assert.deepEqual(plain(restlet.get({ id: 5 })), { rows: presidents });
  assert.deepEqual(plain(restlet.post({ folder: 1, name: "out.xlsx", rows: presidents })), { id: 7 });
  const saved = library.read(cabinet.get(7), { type: "base64" });
  assert.deepEqual(library.utils.sheet_to_json(saved.Sheets.Data), presidents);

  const form = { addField: (field) => assert.equal(field.id, "custpage_book"), addSubmitButton: () => {} };
  const serverWidget = { FieldType: { FILE: "FILE" }, createForm: () => form };
  const suitelet = load("SuiteScripts/sheets_suitelet.js", {
    "N/file": file,
    "N/ui/serverWidget": serverWidget,
    xlsx: XLSX,
  });
  let shown;
  suitelet.onRequest({ request: { method: "GET" }, response: { writePage: (page) => (shown = page) } });
  assert.equal(shown, form);
  let reply;
  const request = { method: "POST", files: { custpage_book: { getContents: () => cabinet.get(5) } } };
  suitelet.onRequest({ request, response: { writeFile: ({ file: one }) => (reply = one.options) } });
  assert.equal(reply.name, "converted.xlsx");
  const converted = library.read(reply.contents, { type: "base64" });
  assert.deepEqual(library.utils.sheet_to_json(converted.Sheets.Sheet1), presidents);
}
