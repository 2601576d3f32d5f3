import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";

const FLAGS = ["--noEmit", "--strict", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler"];

/** The app needs a window and Rust: types, and the page with the plugins' JavaScript, whose messages the check answers. */
export default async function check({ run, serve, openPage, library, presidents }) {
  const tsc = (...files) => run("node_modules/.bin/tsc", ...FLAGS, "--lib", "esnext,dom", ...files);
  await tsc("src/main.ts");
  // the types refuse an ArrayBuffer
  const wrong = 'import { writeFile } from "@tauri-apps/plugin-fs"; writeFile("a.xlsx", new ArrayBuffer(1));';
  writeFileSync("src/wrong.ts", wrong);
  await assert.rejects(tsc("src/wrong.ts"), /not assignable/);

  await run("esbuild", "src/main.ts", "--bundle", "--format=esm", "--outfile=main.js");
  writeFileSync("app.html", readFileSync("index.html", "utf8").replace("/src/main.ts", "main.js"));
  const page = await openPage();
  await page.exposeFunction("readIn", (path) => [...readFileSync(path)]);
  await page.exposeFunction("writeOut", (path, bytes) => writeFileSync(path, Uint8Array.from(bytes)));
  await page.addInitScript(() => {
    const answers = {
      "plugin:dialog|open": () => "pres.xlsx",
      "plugin:dialog|save": ({ options }) => options.defaultPath,
      "plugin:fs|read_file": async ({ path }) => Uint8Array.from(await window.readIn(path)).buffer,
      "plugin:fs|write_file": (data, { headers }) => {
        if (!(data instanceof Uint8Array)) throw "unexpected invoke body";
        return window.writeOut(decodeURIComponent(headers.path), [...data]);
      },
    };
    window.__TAURI_INTERNALS__ = { invoke: async (command, args, options) => answers[command](args, options) };
  });
  await page.goto(`${await serve()}app.html`);
  await page.getByRole("button", { name: "Open" }).click();
  await page.locator("#table td", { hasText: "Bill Clinton" }).locator("[contenteditable]").fill("Ada");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved sheetjs.xlsx").waitFor();
  const { Sheets, SheetNames } = library.readFile("sheetjs.xlsx");
  assert.deepEqual(library.utils.sheet_to_json(Sheets[SheetNames[0]]), [
    { Name: "Ada", Index: 42 },
    ...presidents.slice(1),
  ]);
}
