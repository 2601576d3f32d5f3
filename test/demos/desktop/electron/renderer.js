const $ = (id) => document.getElementById(id);
let wb = null;

function show(name, bytes) {
  try {
    // highlight-next-line
    wb = XLSX.read(bytes);
  } catch (e) {
    $("note").textContent = name + ": " + e.message;
    return;
  }
  $("note").textContent = name;
  $("table").innerHTML = XLSX.utils.sheet_to_html(wb.Sheets[wb.SheetNames[0]], { editable: true });
  $("save").disabled = false;
}

$("open").addEventListener("click", async () => {
  const file = await sheets.open();
  if (file) show(file.name, file.bytes);
});

$("save").addEventListener("click", async () => {
  // the table as it stands in the page, with the user's edits
  const edited = XLSX.utils.table_to_book($("table").querySelector("table"));
  // highlight-next-line
  const bytes = XLSX.write(edited, { type: "array", bookType: "ods" });
  const where = await sheets.save("sheetjs.ods", bytes);
  if (where) $("note").textContent = "Saved " + where;
});

document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", async (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  // highlight-next-line
  if (file) show(file.name, await file.arrayBuffer());
});
