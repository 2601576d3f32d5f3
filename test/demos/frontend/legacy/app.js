var model = { rows: ko.observableArray([]) };

// #region import
document.getElementById("file").onchange = function (event) {
  var file = event.target.files[0];
  if (!file) return;
  var reader = new FileReader();
  reader.onload = function () {
    try {
      var wb = XLSX.read(reader.result, { type: "array" });
      var ws = wb.Sheets[wb.SheetNames[0]];
      // highlight-next-line
      model.rows(XLSX.utils.sheet_to_json(ws, { header: 1, defval: "" }));
    } catch (error) {
      alert(error.message || error);
    }
  };
  reader.readAsArrayBuffer(file);
};
// #endregion

// #region export
model.save = function () {
  // highlight-next-line
  var ws = XLSX.utils.aoa_to_sheet(model.rows());
  var wb = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(wb, ws, "Rows");
  XLSX.writeFile(wb, "rows.xlsx");
};
// #endregion

ko.applyBindings(model);
