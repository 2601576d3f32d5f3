import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const TABLES = "<table><tr><td>Part</td><td>Stock</td></tr><tr><td>Bolt</td><td>12</td></tr></table>";

export default async function check({ dir, serve, browserPath, library, placeScripts }) {
  placeScripts("xlsx.full.min.js");
  const extension = join(dir, "sheet-saver");
  mkdirSync(extension);
  for (const name of ["popup.html", "popup.js", "worker.js", "xlsx.full.min.js"]) cpSync(name, join(extension, name));
  // a script cannot make the click that grants activeTab
  const manifest = { ...JSON.parse(readFileSync("manifest.json", "utf8")), host_permissions: ["http://127.0.0.1/*"] };
  writeFileSync(join(extension, "manifest.json"), JSON.stringify(manifest));
  writeFileSync("page.html", `${TABLES}${TABLES}`);

  const context = await chromium.launchPersistentContext(mkdtempSync(join(tmpdir(), "sheet-saver-")), {
    executablePath: browserPath,
    args: [
      "--no-sandbox",
      "--headless=new",
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
    ],
  });
  try {
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
    const [, id] = /chrome-extension:\/\/(\w+)\//.exec(worker.url());
    const page = await context.newPage();
    await page.goto(`${await serve()}page.html`);
    const popup = await context.newPage();
    await popup.goto(`chrome-extension://${id}/popup.html`);

    // in place of the dialog: what would be saved
    const spy = async (target) =>
      target.evaluate(() => {
        const { createObjectURL } = URL;
        if (createObjectURL) {
          URL.createObjectURL = (blob) => {
            self.saved = blob;
            return createObjectURL.call(URL, blob);
          };
        }
        chrome.downloads.download = (options) => {
          self.options = options;
        };
      });
    await spy(popup);
    const bookOf = async (button) => {
      await popup.evaluate(() => {
        self.options = undefined;
      });
      await popup.locator(button).click();
      await popup.waitForFunction(() => self.options !== undefined);
      const [options, bytes] = await popup.evaluate(async () => [
        self.options,
        [...new Uint8Array(await self.saved.arrayBuffer())],
      ]);
      assert.equal(options.saveAs, true);
      return { name: options.filename, wb: library.read(Uint8Array.from(bytes)) };
    };

    // the active tab is the page with the tables
    await page.bringToFront();
    const tables = await bookOf("#tables");
    assert.equal(tables.name, "tables.xlsx");
    assert.deepEqual(tables.wb.SheetNames, ["Sheet1", "Sheet2"]);
    assert.deepEqual(library.utils.sheet_to_json(tables.wb.Sheets.Sheet2), [{ Part: "Bolt", Stock: 12 }]);

    await popup.evaluate(() =>
      chrome.bookmarks.create({ parentId: "1", title: "Example", url: "https://example.com/" }),
    );
    const bookmarks = await bookOf("#bookmarks");
    assert.equal(bookmarks.name, "bookmarks.xlsx");
    const [row] = library.utils.sheet_to_json(bookmarks.wb.Sheets.Bookmarks);
    assert.deepEqual([row.Title, row.Address], ["Example", "https://example.com/"]);

    // the entry of the context menu calls this function of the service worker
    await spy(worker);
    const options = await worker.evaluate(async () => {
      const [tab] = await chrome.tabs.query({ url: "http://127.0.0.1/*" });
      await saveTables(tab);
      return self.options;
    });
    const [, text] = /^data:.*;base64,(.*)$/.exec(options.url);
    assert.deepEqual(library.read(text, { type: "base64" }).SheetNames, ["Sheet1", "Sheet2"]);
  } finally {
    await context.close();
  }
}
