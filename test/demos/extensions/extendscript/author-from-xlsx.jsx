#include "xlsx.extendscript.js"

(function () {
  var file = File.openDialog("Choose a workbook");
  if (!file) return;
  // highlight-next-line
  var wb = XLSX.readFile(file.absoluteURI);
  var author = wb.Props && wb.Props.Author;
  if (author) app.activeDocument.info.author = author;
  alert(author ? "Author: " + author : "The workbook names no author.");
})();
