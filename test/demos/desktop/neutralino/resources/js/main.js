const note = document.getElementById("note");
const table = document.getElementById("table");
// with cellHTML, the default, markup of a file would run in this page
const options = { cellNF: true, cellStyles: true, xlfn: true, cellHTML: false };
let wb = null;
let ws = null;

// #region calls
async function open() {
  const [path] = await Neutralino.os.showOpenDialog("Open a spreadsheet");
  if (!path) return;
  // highlight-next-line
  wb = XLSX.read(await Neutralino.filesystem.readBinaryFile(path), options);
  ws = wb.Sheets[wb.SheetNames[0]];
  table.innerHTML = XLSX.utils.sheet_to_html(ws, { editable: true });
  note.textContent = path;
}

async function save() {
  if (!wb) return;
  const defaultPath = "sheetjs.xlsx";
  const path = await Neutralino.os.showSaveDialog("Save as XLSX", { defaultPath });
  if (!path) return;
  // highlight-next-line
  const bytes = XLSX.write(wb, { type: "array", bookType: "xlsx" });
  await Neutralino.filesystem.writeBinaryFile(path, bytes);
  note.textContent = "Saved " + path;
}
// #endregion

// an edit changes its own cell, which keeps link and comments;
// all others keep value, format and formula
table.addEventListener("input", ({ target }) => {
  const text = target.textContent;
  const isNumber = text.trim() !== "" && Number.isFinite(Number(text));
  // the id of B3 is sjs-B3
  const address = target.closest("td").id.slice(4);
  const { z, l, c } = ws[address] ?? {};
  ws[address] = isNumber
    ? { t: "n", v: Number(text), z, l, c }
    : { t: "s", v: text, l, c };
});

// runs an action and shows its error; those of the client are plain objects
const guard = (action) => () =>
  action().catch((e) => { note.textContent = e.message ?? JSON.stringify(e); });

Neutralino.init();
Neutralino.events.on("windowClose", () => Neutralino.app.exit());
document.getElementById("open").addEventListener("click", guard(open));
document.getElementById("save").addEventListener("click", guard(save));
