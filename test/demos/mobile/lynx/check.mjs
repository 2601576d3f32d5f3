import assert from "node:assert/strict";
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const FLAGS = ["--noEmit", "--strict", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler"];
const JSX = ["--jsx", "preserve", "--jsxImportSource", "@lynx-js/react", "--skipLibCheck", "--lib", "esnext,dom"];
const PAGE = `<!doctype html><meta charset="utf-8">
<link rel="stylesheet" href="static/css/client.css">
<script type="module" src="static/js/client.js"></script>
<lynx-view style="width: 800px; height: 600px" url="dist/main.web.bundle"></lynx-view>`;

/** The build for the web, in Lynx's runtime for pages; a phone would load the other bundle. */
export default async function check({ run, serve, openPage, library, presidents }) {
  await run("tsc", ...FLAGS, ...JSX, "src/index.tsx", "src/sheets.ts", "src/typing.d.ts");
  // the native module keeps Base64 text
  await run("esbuild", "src/sheets.ts", "--bundle", "--format=cjs", "--platform=node", "--outfile=sheets.cjs");
  const { saveBook, loadBook } = createRequire(import.meta.url)("./sheets.cjs");
  const stored = {};
  const save = (name, base64) => Object.assign(stored, { [name]: base64 });
  globalThis.NativeModules = { SheetFiles: { save, load: (name, callback) => callback(stored[name]) } };
  saveBook(library.readFile("pres.xlsx"), "copy.xlsx");
  const { Sheets, SheetNames } = await loadBook("copy.xlsx");
  assert.deepEqual(library.utils.sheet_to_json(Sheets[SheetNames[0]]), presidents);

  const app = readFileSync("src/App.tsx", "utf8");
  writeFileSync("src/App.tsx", app.replace("https://example.com/pres.numbers", "/pres.xlsx"));
  await run("npm", "run", "build");
  assert.ok(existsSync("dist/main.lynx.bundle"));
  cpSync("node_modules/@lynx-js/web-core/dist/client_prod/static", "static", { recursive: true });
  writeFileSync("index.html", PAGE);
  const page = await openPage(await serve());
  await page.getByText("Tap to load").click();
  const box = (text) => page.locator("x-text", { hasText: text }).boundingBox();
  await page.getByText("Joseph Biden").waitFor();
  const [name, index] = [await box("Joseph Biden"), await box("46")];
  assert.equal(name.y, index.y, "a row stands on one line");

  // a damaged file gives its message
  writeFileSync("pres.xlsx", Buffer.from([0x50, 0x4b, 3, 4, 0, 0]));
  await page.reload();
  await page.getByText("Tap to load").click();
  await page.getByText("Unsupported ZIP file").waitFor();
}
