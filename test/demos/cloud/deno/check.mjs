import assert from "node:assert/strict";
import { openAsBlob, writeFileSync } from "node:fs";

export default async function check({ start, library }) {
  // the vendor's host is not reached: its files are those of the package
  const imports = { "https://cdn.sheetjs.com/xlsx-0.20.3/package/": "./node_modules/xlsx/" };
  writeFileSync("imports.json", JSON.stringify({ imports }));
  const flags = ["--no-config", "--allow-net", "--import-map=imports.json"];
  const { url } = await start("deno", ["run", ...flags, "main.ts"], {
    env: { DENO_SERVE_ADDRESS: "tcp:127.0.0.1:0" },
    ready: /https?:\/\/[\w.]+:\d+/,
  });

  assert.match(await (await fetch(url)).text(), /name="upload"/);
  const sample = await fetch(`${url}/sample`);
  assert.equal(sample.headers.get("content-disposition"), 'attachment; filename="sample.xlsx"');
  const wb = library.read(await sample.arrayBuffer());
  assert.deepEqual(library.utils.sheet_to_json(wb.Sheets.Stock)[1], { Name: "Nut", Qty: 7 });

  const upload = async (file) => {
    const body = new FormData();
    body.append("upload", file, "some.xlsx");
    const response = await fetch(url, { method: "POST", body });
    return { status: response.status, text: await response.text() };
  };
  assert.match((await upload(await openAsBlob("pres.xlsx"))).text, />Joseph Biden</);
  assert.deepEqual(await upload(new Blob([new Uint8Array([0x50, 0x4b, 3, 4, 0, 0])])), {
    status: 400,
    text: "Error: Unsupported ZIP file",
  });
}
