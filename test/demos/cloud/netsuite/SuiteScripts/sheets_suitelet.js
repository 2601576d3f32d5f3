/**
 * @NApiVersion 2.1
 * @NScriptType Suitelet
 * @NAmdConfig /SuiteScripts/xlsx.json
 */
define(["N/file", "N/ui/serverWidget", "xlsx"], function (file, serverWidget, XLSX) {
  function onRequest(context) {
    const { request, response } = context;
    if (request.method === "GET") {
      const form = serverWidget.createForm({ title: "Convert to XLSX" });
      form.addField({ id: "custpage_book", type: serverWidget.FieldType.FILE, label: "Workbook" });
      form.addSubmitButton({ label: "Convert" });
      response.writePage(form);
      return;
    }
    // number formats, widths and the prefixes of newer functions
    const keep = { cellNF: true, cellStyles: true, xlfn: true };
    // highlight-next-line
    const wb = XLSX.read(request.files.custpage_book.getContents(), { type: "base64", ...keep });
    response.writeFile({
      file: file.create({
        name: "converted.xlsx",
        fileType: file.Type.EXCEL,
        // highlight-next-line
        contents: XLSX.write(wb, { type: "base64", bookType: "xlsx" }),
      }),
    });
  }

  return { onRequest: onRequest };
});
