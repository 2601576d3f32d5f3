// XLSX comes from the script tag before this one
(function () {
  // #region import
  // a byte[] of C# arrives as a Uint8Array
  function toRows(bytes) {
    const wb = XLSX.read(bytes);
    // highlight-next-line
    return XLSX.utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]]);
  }
  // #endregion

  // #region export
  function save(rows, name) {
    // highlight-next-line
    const ws = XLSX.utils.json_to_sheet(rows);
    const wb = XLSX.utils.book_new();
    XLSX.utils.book_append_sheet(wb, ws, "Presidents");
    XLSX.writeFile(wb, name);
  }
  // #endregion

  // the name that C# calls
  window.sheets = { toRows, save };
})();
