import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";

const CONFIG = `import vue from "@vitejs/plugin-vue";
import { quasar, transformAssetUrls } from "@quasar/vite-plugin";
const readBack = (url) =>
  new Promise((resolve, reject) => {
    const read = async (file) => resolve([...new Uint8Array(await file.arrayBuffer())]);
    window.resolveLocalFileSystemURL(url, (entry) => entry.file(read, reject), reject);
  });

export default { plugins: [vue({ template: { transformAssetUrls } }), quasar()] };`;
const MAIN = `import { createApp, h } from "vue";
import { QLayout, QPageContainer, Quasar } from "quasar";
import "quasar/dist/quasar.css";
import IndexPage from "./src/pages/IndexPage.vue";
const layout = () => h(QLayout, () => h(QPageContainer, () => h(IndexPage)));
createApp(layout).use(Quasar).mount("#app");`;
const PAGE = '<!doctype html><meta charset="utf-8"><div id="app"></div><script type="module" src="/main.js"></script>';

/** Chromium's own file system has the calls of the plugin. */
const plugin = () => {
  window.cordova = { file: { documentsDirectory: null, externalDataDirectory: `filesystem:${origin}/temporary/` } };
  window.resolveLocalFileSystemURL = window.webkitResolveLocalFileSystemURL;
  window.diskReady = new Promise((resolve) => window.webkitRequestFileSystem(0, 2 ** 20, () => resolve()));
};

const readBack = (url) =>
  new Promise((resolve, reject) => {
    const read = async (file) => resolve([...new Uint8Array(await file.arrayBuffer())]);
    window.resolveLocalFileSystemURL(url, (entry) => entry.file(read, reject), reject);
  });

export default async function check({ run, serve, openPage, library, presidents, refusesDamaged }) {
  writeFileSync("vite.config.js", CONFIG);
  writeFileSync("main.js", MAIN);
  writeFileSync("index.html", PAGE);
  await run("vite", "build");
  const page = await openPage();
  await page.addInitScript(plugin);
  await page.goto(await serve("dist"));
  await page.evaluate(() => window.diskReady);
  const save = async () => {
    await page.getByRole("button", { name: "Save" }).click();
    const note = await page.getByText("Saved filesystem:").textContent();
    const bytes = await page.evaluate(readBack, note.slice(6));
    const wb = library.read(Uint8Array.from(bytes));
    return library.utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]]);
  };
  assert.deepEqual(await save(), [{ Name: "Ada", Index: 1 }]);
  const field = page.locator("input[type=file]");
  await field.setInputFiles("pres.xlsx");
  await page.getByText("Joseph Biden").waitFor();
  assert.deepEqual(await save(), presidents);
  await refusesDamaged(page, field);
  // the folder that a platform does not have
  await page.evaluate(() => {
    window.cordova.file.externalDataDirectory = null;
  });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(/^Saved/).waitFor({ state: "detached" });
}
