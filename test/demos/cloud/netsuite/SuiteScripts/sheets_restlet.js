/**
 * @NApiVersion 2.1
 * @NScriptType Restlet
 * @NAmdConfig /SuiteScripts/xlsx.json
 */
define(["N/file", "xlsx"], function (file, XLSX) {
  // GET …&id=FILE_ID
  function get(params) {
    const base64 = file.load({ id: params.id }).getContents();
    // highlight-next-line
    const wb = XLSX.read(base64, { type: "base64" });
    return { rows: XLSX.utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]]) };
  }

  // POST {"folder": FOLDER_ID, "name": "out.xlsx", "rows": [{…}]}
  function post(body) {
    const wb = XLSX.utils.book_new();
    XLSX.utils.book_append_sheet(wb, XLSX.utils.json_to_sheet(body.rows), "Data");
    const saved = file.create({
      name: body.name,
      fileType: file.Type.EXCEL,
      // highlight-next-line
      contents: XLSX.write(wb, { type: "base64", bookType: "xlsx" }),
      folder: body.folder,
    });
    return { id: saved.save() };
  }

  return { get: get, post: post };
});
