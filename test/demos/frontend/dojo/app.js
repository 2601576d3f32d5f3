require(["xlsx", "dojo/request/xhr", "dojo/dom", "dojo/on", "dojo/domReady!"], function (XLSX, xhr, dom, on) {
  var rows = [];

  // #region import
  xhr("pres.xlsx", {
    handleAs: "arraybuffer",
    // without this header, a request to another host needs no preflight
    headers: { "X-Requested-With": null },
  }).then(function (data) {
    var wb = XLSX.read(data);
    var ws = wb.Sheets[wb.SheetNames[0]];
    // highlight-next-line
    rows = XLSX.utils.sheet_to_json(ws);
    dom.byId("rows").innerHTML = XLSX.utils.sheet_to_html(ws, { header: "", footer: "" });
  }).otherwise(function (error) { dom.byId("rows").textContent = error.message || error; });
  // #endregion

  // #region export
  on(dom.byId("save"), "click", function () {
    // highlight-next-line
    var ws = XLSX.utils.json_to_sheet(rows);
    var wb = XLSX.utils.book_new();
    XLSX.utils.book_append_sheet(wb, ws, "Presidents");
    XLSX.writeFile(wb, "presidents.xlsx");
  });
  // #endregion
});
