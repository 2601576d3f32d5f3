import assert from "node:assert/strict";
import { copyFileSync, openAsBlob } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** Salesforce's modules, as far as the component needs them. */
const MODULES = {
  lwc: `export class LightningElement {}
    export const wire = (adapter, config) => (target, key) => { globalThis.wired(adapter, config, key); };`,
  "lightning/platformResourceLoader": "export const loadScript = async (component, url) => globalThis.loaded(url);",
  "lightning/uiListsApi": 'export const getListRecordsByName = "getListRecordsByName";',
  "@salesforce/resourceUrl/sheetjs": 'export default "/resource/sheetjs";',
};

export default async function check({ library }) {
  const { build } = require("esbuild");
  const platform = {
    name: "platform",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^(lwc|lightning\/|@salesforce\/)/ }, ({ path }) => ({ path, namespace: "platform" }));
      onLoad({ filter: /./, namespace: "platform" }, ({ path }) => ({ contents: MODULES[path] }));
    },
  };
  // decorators of the platform are the older ones
  const tsconfigRaw = { compilerOptions: { experimentalDecorators: true } };
  copyFileSync("sheetjs.js", "sheetjs.ts");
  await build({
    entryPoints: ["sheetjs.ts"],
    bundle: true,
    format: "esm",
    outfile: "out.mjs",
    plugins: [platform],
    tsconfigRaw,
  });

  const wires = [];
  globalThis.wired = (adapter, config, key) => wires.push({ adapter, config, key });
  globalThis.loaded = (url) => {
    assert.equal(url, "/resource/sheetjs");
    globalThis.XLSX = library;
  };
  const { default: Component } = await import("./out.mjs");
  const [{ adapter, config, key }] = wires;
  assert.equal(adapter, "getListRecordsByName");
  assert.deepEqual(config.fields, ["Account.Name", "Account.Industry", "Account.AnnualRevenue"]);

  const component = new Component();
  assert.equal(component.notReady, true);
  const fields = { Name: { value: "Example Inc" }, Industry: { value: null }, AnnualRevenue: { value: 1200.5 } };
  component[key]({ data: { records: [{ fields }] } });
  await component.connectedCallback();
  assert.equal(component.notReady, false);
  component.save();
  assert.deepEqual(library.utils.sheet_to_json(library.readFile("accounts.xlsx").Sheets.Accounts), [
    { Name: "Example Inc", AnnualRevenue: 1200.5 },
  ]);
  await component.open({ target: { files: [await openAsBlob("pres.xlsx")] } });
  assert.deepEqual([...component.names], ["Sheet1"]);
  await component.open({ target: { files: [new Blob(["PK\x03\x04"])] } });
  assert.deepEqual([[...component.names], component.problem], [[], "Unsupported ZIP file"]);
}
