import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";

/** The controls of React Native in a web page, and the native module with messages by way of the check. */
const SHIM = `export * from "react-native-web";
export const NativeModules = { SheetFiles: { open: () => window.openFile(), save: (...args) => window.saveFile(...args) } };`;
const MAIN = `import { createRoot } from "react-dom/client";
import App from "./App.js";
createRoot(document.getElementById("app")).render(<App />);`;

export default async function check({ run, serve, openPage, library, presidents }) {
  writeFileSync("shim.js", SHIM);
  writeFileSync("main.jsx", MAIN);
  writeFileSync(
    "index.html",
    '<!doctype html><meta charset="utf-8"><div id="app"></div><script src="out.js"></script>',
  );
  const flags = ["--loader:.js=jsx", "--jsx=automatic", "--alias:react-native=./shim.js"];
  await run(
    "esbuild",
    "main.jsx",
    "--bundle",
    "--outfile=out.js",
    '--define:process.env.NODE_ENV="production"',
    ...flags,
  );
  const page = await openPage();
  let chosen = readFileSync("pres.xlsx").toString("base64");
  let saved = null;
  await page.exposeFunction("openFile", () => chosen);
  await page.exposeFunction("saveFile", (name, base64) => {
    saved = library.read(base64, { type: "base64" });
    return name;
  });
  await page.goto(await serve());
  const press = (name) => page.getByRole("button", { name }).click();
  await press("Open");
  await page.getByText("Joseph Biden").waitFor();
  await press("Save");
  await page.getByText("Saved sheetjs.xlsx").waitFor();
  assert.deepEqual(library.utils.sheet_to_json(saved.Sheets[saved.SheetNames[0]]), presidents);
  // a cancelled dialog changes nothing, a damaged file gives its message
  chosen = "";
  await press("Open");
  await page.getByText("Joseph Biden").waitFor();
  chosen = Buffer.from([0x50, 0x4b, 3, 4, 0, 0]).toString("base64");
  await press("Open");
  await page.getByText("Unsupported ZIP file").waitFor();
}
