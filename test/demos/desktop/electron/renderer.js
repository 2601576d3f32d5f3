const $ = (id) => document.getElementById(id);
let wb = null;
let ws = null;

function show(name, bytes) {
  try {
    // with cellHTML, the default, markup of a file would get into this page
    // highlight-next-line
    wb = XLSX.read(bytes, { cellNF: true, cellStyles: true, xlfn: true, cellHTML: false });
  } catch (e) {
    $("note").textContent = name + ": " + (e.message ?? e);
    return;
  }
  $("note").textContent = name;
  ws = wb.Sheets[wb.SheetNames[0]];
  $("table").innerHTML = XLSX.utils.sheet_to_html(ws, { editable: true });
  $("save").disabled = false;
}

/** runs an action and shows its error */
const guard = (action) => () => action().catch((e) => { $("note").textContent = e.message; });

$("open").addEventListener("click", guard(async () => {
  const file = await sheets.open();
  if (file) show(file.name, file.bytes);
}));

// an edit changes its own cell, which keeps link and comments; all others keep value, format and formula
$("table").addEventListener("input", ({ target }) => {
  const text = target.textContent;
  const isNumber = text.trim() !== "" && Number.isFinite(Number(text));
  // the id of B3 is sjs-B3
  const address = target.closest("td").id.slice(4);
  const { z, l, c } = ws[address] ?? {};
  // highlight-next-line
  ws[address] = isNumber ? { t: "n", v: Number(text), z, l, c } : { t: "s", v: text, l, c };
});

$("save").addEventListener("click", guard(async () => {
  // highlight-next-line
  const bytes = XLSX.write(wb, { type: "array", bookType: "xlsx" });
  const where = await sheets.save("sheetjs.xlsx", bytes);
  if (where) $("note").textContent = "Saved " + where;
}));

document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", async (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  // highlight-next-line
  if (file) show(file.name, await file.arrayBuffer());
});
