const fs = require("node:fs/promises");
const path = require("node:path");
const { app, BrowserWindow, dialog, ipcMain } = require("electron");

const EXTENSIONS = ["xlsx", "xlsb", "xls", "ods", "numbers", "csv"];

// #region messages
ipcMain.handle("open", async () => {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    properties: ["openFile"],
    filters: [{ name: "Spreadsheets", extensions: EXTENSIONS }],
  });
  if (canceled) return null;
  const [file] = filePaths;
  return { name: path.basename(file), bytes: await fs.readFile(file) };
});

ipcMain.handle("save", async (event, defaultPath, bytes) => {
  const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath });
  if (canceled) return null;
  await fs.writeFile(filePath, new Uint8Array(bytes));
  return filePath;
});
// #endregion

app.whenReady().then(() => {
  const win = new BrowserWindow({
    width: 800,
    height: 600,
    webPreferences: { preload: path.join(__dirname, "preload.js") },
  });
  win.loadFile("index.html");
});

app.on("window-all-closed", () => app.quit());
