const note = document.getElementById("note");
const table = document.getElementById("table");

Neutralino.init();
Neutralino.events.on("windowClose", () => Neutralino.app.exit());

/** shows errors, which the client gives as plain objects */
const guard = (action) => async () => {
  try {
    await action();
  } catch (e) {
    note.textContent = e.message || JSON.stringify(e);
  }
};

document.getElementById("open").addEventListener("click", guard(async () => {
  const [path] = await Neutralino.os.showOpenDialog("Open a spreadsheet");
  if (!path) return;
  // highlight-next-line
  const wb = XLSX.read(await Neutralino.filesystem.readBinaryFile(path));
  table.innerHTML = XLSX.utils.sheet_to_html(wb.Sheets[wb.SheetNames[0]], { editable: true });
  note.textContent = path;
}));

document.getElementById("save").addEventListener("click", guard(async () => {
  const element = table.querySelector("table");
  if (!element) return;
  const path = await Neutralino.os.showSaveDialog("Save as XLSX", { defaultPath: "sheetjs.xlsx" });
  if (!path) return;
  // highlight-start
  const wb = XLSX.utils.table_to_book(element);
  const data = XLSX.write(wb, { type: "array", bookType: "xlsx" });
  // highlight-end
  await Neutralino.filesystem.writeBinaryFile(path, data);
  note.textContent = "Saved " + path;
}));
