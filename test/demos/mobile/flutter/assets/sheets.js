// a file as Base64 text to rows as JSON text
function rowsOf(base64) {
  // highlight-next-line
  var wb = XLSX.read(base64, { type: "base64" });
  var ws = wb.Sheets[wb.SheetNames[0]];
  return JSON.stringify(XLSX.utils.sheet_to_json(ws, { header: 1, defval: "" }));
}

// rows as JSON text to an XLSX file as Base64 text
function bookOf(json) {
  var wb = XLSX.utils.book_new();
  var ws = XLSX.utils.aoa_to_sheet(JSON.parse(json));
  XLSX.utils.book_append_sheet(wb, ws, "Data");
  // highlight-next-line
  return XLSX.write(wb, { type: "base64", bookType: "xlsx" });
}
