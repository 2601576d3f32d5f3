import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

/** Plugins in place of those for phones: one document, one folder, messages by way of the check. */
const SHIMS = {
  "react-native": `export * from "react-native-web";
export const Alert = { alert: (title, text) => { document.title = text; } };`,
  "expo-document-picker": `export const getDocumentAsync = async () =>
  ({ canceled: false, assets: [{ uri: "file:///cache/pres.xlsx" }] });`,
  "expo-file-system": `export const Paths = { cache: "file:///cache" };
export class File {
  constructor(...parts) { this.uri = parts.join("/"); }
  create() {}
  async bytes() { return Uint8Array.from(await window.readIn(this.uri)); }
  async write(data) {
    if (!(data instanceof Uint8Array)) throw new Error("not bytes");
    await window.writeOut(this.uri, [...data]);
  }
}`,
  "expo-sharing": "export const shareAsync = (uri) => window.share(uri);",
  "@react-native-documents/picker": `export const pick = async () => [{ uri: "content://1", name: "a b.xlsx" }];
export const keepLocalCopy = async ({ files: [{ fileName }] }) =>
  [{ status: "success", localUri: "file://" + encodeURI("/cache/" + fileName) }];
export const saveDocuments = ({ sourceUris: [uri] }) => window.share(uri);`,
  "react-native-file-access": `export const Dirs = { CacheDir: "/cache" };
export const FileSystem = {
  readFile: async (path, encoding) => {
    if (encoding !== "base64" || path !== "/cache/a b.xlsx") throw new Error(path);
    return btoa(String.fromCharCode(...await window.readIn(path)));
  },
  writeFile: async (path, text, encoding) => {
    if (encoding !== "base64") throw new Error(encoding);
    await window.writeOut("file://" + path, [...atob(text)].map((byte) => byte.charCodeAt(0)));
  },
};`,
};
const MAIN = `import { createRoot } from "react-dom/client";
import App from "./App";
createRoot(document.getElementById("app")).render(<App />);`;
const PAGE = '<!doctype html><meta charset="utf-8"><div id="app"></div><script src="out.js"></script>';

export default async function check({ run, serve, openPage, library, presidents }) {
  mkdirSync("shims");
  const aliases = Object.entries(SHIMS).map(([name, code], index) => {
    writeFileSync(`shims/${index}.js`, code);
    return `--alias:${name}=./shims/${index}.js`;
  });
  const flags = ["--bundle", "--loader:.js=jsx", "--jsx=automatic", '--define:process.env.NODE_ENV="production"'];
  for (const app of ["expo", "cli"]) {
    writeFileSync(`${app}/main.jsx`, MAIN);
    writeFileSync(`${app}/index.html`, PAGE);
    await run("esbuild", `${app}/main.jsx`, `--outfile=${app}/out.js`, ...flags, ...aliases);
    const page = await openPage();
    let chosen = [...readFileSync("pres.xlsx")];
    const files = new Map();
    await page.exposeFunction("readIn", () => chosen);
    await page.exposeFunction("writeOut", (uri, bytes) => files.set(uri, Uint8Array.from(bytes)));
    const shared = new Promise((resolve) => page.exposeFunction("share", (uri) => resolve(files.get(uri))));
    await page.goto(await serve(app));
    const press = (name) => page.getByRole("button", { name }).click();
    await press("Open");
    await page.getByText("Joseph Biden").waitFor();
    await press("Save");
    const wb = library.read(await shared);
    assert.deepEqual(library.utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]]), presidents, app);
    chosen = [0x50, 0x4b, 3, 4, 0, 0];
    await press("Open");
    await page.waitForFunction(() => document.title === "Unsupported ZIP file");
  }
}
