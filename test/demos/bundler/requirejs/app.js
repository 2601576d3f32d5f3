define(["xlsx"], function (XLSX) {
  var output = document.getElementById("rows");
  var rows = [];

  // #region import
  document.getElementById("file").addEventListener("change", function (event) {
    var file = event.target.files[0];
    if (!file) return;
    file.arrayBuffer().then(function (data) {
      // cellDates: in most formats dates are numbers, and would be saved as numbers
      var wb = XLSX.read(data, { cellDates: true });
      var ws = wb.Sheets[wb.SheetNames[0]];
      // highlight-next-line
      rows = XLSX.utils.sheet_to_json(ws);
      output.textContent = XLSX.utils.sheet_to_csv(ws);
    }).catch(function (error) {
      rows = [];
      output.textContent = error.message || error;
    });
  });
  // #endregion

  // #region export
  document.getElementById("save").addEventListener("click", function () {
    // highlight-next-line
    var ws = XLSX.utils.json_to_sheet(rows);
    var wb = XLSX.utils.book_new();
    XLSX.utils.book_append_sheet(wb, ws, "Presidents");
    XLSX.writeFile(wb, "presidents.xlsx");
  });
  // #endregion

  output.textContent = "Choose a workbook.";
});
