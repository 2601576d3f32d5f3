import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire, Module } from "node:module";

const require = createRequire(import.meta.url);

/** Electron's modules in place of the program: handlers of messages, dialogs that answer at once. */
function mainProcess(answers) {
  const handlers = new Map();
  const electron = {
    app: { whenReady: () => new Promise(() => {}), on: () => {} },
    BrowserWindow: class {},
    dialog: {
      showOpenDialog: async () => ({ canceled: false, filePaths: [answers.open] }),
      showSaveDialog: async () => ({ canceled: false, filePath: answers.save }),
    },
    ipcMain: { handle: (name, handler) => handlers.set(name, handler) },
  };
  const { _load: load } = Module;
  Module._load = (name, ...rest) => (name === "electron" ? electron : load(name, ...rest));
  require("./main.js");
  Module._load = load;
  return handlers;
}

export default async function check({ serve, openPage, library, presidents }) {
  const handlers = mainProcess({ open: "pres.xlsx", save: "saved.xlsx" });
  const page = await openPage();
  await page.exposeFunction("sendOpen", async () => {
    const { name, bytes } = await handlers.get("open")();
    return { name, bytes: [...bytes] };
  });
  await page.exposeFunction("sendSave", (name, bytes) => handlers.get("save")({}, name, Uint8Array.from(bytes)));
  // what the preload script exposes, with messages by way of the test
  await page.addInitScript(() => {
    window.sheets = {
      open: async () => {
        const { name, bytes } = await window.sendOpen();
        return { name, bytes: Uint8Array.from(bytes) };
      },
      save: (name, bytes) => window.sendSave(name, [...new Uint8Array(bytes)]),
    };
  });
  await page.goto(await serve());
  const cell = (text) => page.locator("#table td", { hasText: text });

  await page.getByRole("button", { name: "Open" }).click();
  await cell("Joseph Biden").waitFor();
  await cell("Bill Clinton").locator("[contenteditable]").fill("Ada");
  await page.getByRole("button", { name: "Save as XLSX" }).click();
  await page.getByText("Saved saved.xlsx").waitFor();
  const { Sheets, SheetNames } = library.readFile("saved.xlsx");
  assert.deepEqual(library.utils.sheet_to_json(Sheets[SheetNames[0]]), [
    { Name: "Ada", Index: 42 },
    ...presidents.slice(1),
  ]);

  const bytes = [...readFileSync("pres.xlsx")];
  await page.evaluate((values) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([Uint8Array.from(values)], "dropped.xlsx"));
    document.dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
  }, bytes);
  await page.getByText("dropped.xlsx").waitFor();
  await cell("Bill Clinton").waitFor();

  // a damaged file gives its message, and the workbook before it stays
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0)], "damaged.xlsx"));
    document.dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
  });
  await page.getByText("Unsupported ZIP file").waitFor();
  await cell("Bill Clinton").waitFor();
}
