const $ = (id) => document.getElementById(id);
// with cellHTML, the default, markup of a file would get into this page
const options = { cellNF: true, cellStyles: true, xlfn: true, cellHTML: false };
let wb = null;
let ws = null;

// #region calls
// preload.js gives the page sheets.open and sheets.save
async function open() {
  const file = await sheets.open();
  // highlight-next-line
  if (file) show(file.name, XLSX.read(file.bytes, { ...options }));
}

async function save() {
  // highlight-next-line
  const bytes = XLSX.write(wb, { type: "array", bookType: "xlsx" });
  const where = await sheets.save("sheetjs.xlsx", bytes);
  if (where) $("note").textContent = "Saved " + where;
}
// #endregion

async function drop(event) {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  // highlight-next-line
  if (file) show(file.name, XLSX.read(await file.arrayBuffer(), options));
}

function show(name, workbook) {
  wb = workbook;
  ws = wb.Sheets[wb.SheetNames[0]];
  $("note").textContent = name;
  $("table").innerHTML = XLSX.utils.sheet_to_html(ws, { editable: true });
  $("save").disabled = false;
}

// an edit changes its own cell, which keeps link and comments;
// all others keep value, format and formula
function edit({ target }) {
  const text = target.textContent;
  const isNumber = text.trim() !== "" && Number.isFinite(Number(text));
  // the id of B3 is sjs-B3
  const address = target.closest("td").id.slice(4);
  const { z, l, c } = ws[address] ?? {};
  ws[address] = isNumber
    ? { t: "n", v: Number(text), z, l, c }
    : { t: "s", v: text, l, c };
}

// runs an action and shows its error; some are strings
const guard = (action) => (event) =>
  action(event).catch((e) => { $("note").textContent = e.message ?? e; });

$("open").addEventListener("click", guard(open));
$("save").addEventListener("click", guard(save));
$("table").addEventListener("input", edit);
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", guard(drop));
