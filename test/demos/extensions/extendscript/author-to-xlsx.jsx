#include "xlsx.extendscript.js"

(function () {
  if (app.documents.length === 0) { alert("Open a document first."); return; }
  var info = app.activeDocument.info;
  var rows = [["Field", "Value"], ["Title", info.title], ["Author", info.author]];
  var wb = XLSX.utils.book_new();
  wb.Props = { Author: info.author, Title: info.title };
  XLSX.utils.book_append_sheet(wb, XLSX.utils.aoa_to_sheet(rows), "Info");
  var file = File.saveDialog("Save the workbook");
  // highlight-next-line
  if (file) XLSX.writeFile(wb, file.absoluteURI, { bookType: "xlsx" });
})();
