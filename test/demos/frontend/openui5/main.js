sap.ui.define([
  "sap/m/Button",
  "sap/m/Column",
  "sap/m/ColumnListItem",
  "sap/m/Input",
  "sap/m/MessageBox",
  "sap/m/Table",
  "sap/m/Text",
  "sap/m/VBox",
  "sap/ui/model/json/JSONModel",
  "sap/ui/unified/FileUploader",
  // highlight-next-line
  "my/app/lib/xlsx.full.min",
], function (Button, Column, ColumnListItem, Input, MessageBox, Table, Text, VBox, JSONModel, FileUploader) {
  "use strict";

  const model = new JSONModel({ rows: [] });

  // #region import
  async function open(event) {
    const [file] = event.getParameter("files");
    if (!file) return;
    try {
      // the global: the loader gives no argument for the script
      const wb = XLSX.read(await file.arrayBuffer(), { cellDates: true });
      // highlight-next-line
      model.setProperty("/rows", XLSX.utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]]));
    } catch (error) {
      MessageBox.error(error.message ?? String(error));
    }
  }
  // #endregion

  // #region export
  function save() {
    // highlight-next-line
    const ws = XLSX.utils.json_to_sheet(model.getProperty("/rows"));
    const wb = XLSX.utils.book_new();
    XLSX.utils.book_append_sheet(wb, ws, "Presidents");
    XLSX.writeFile(wb, "presidents.xlsx");
  }
  // #endregion

  // #region view
  const column = (text) => new Column({ header: new Text({ text }) });
  const table = new Table({
    columns: [column("Name"), column("Index")],
    items: {
      path: "/rows",
      template: new ColumnListItem({
        cells: [new Input({ value: "{Name}" }), new Text({ text: "{Index}" })],
      }),
    },
  });
  const view = new VBox({
    items: [
      new FileUploader({ buttonText: "Open a workbook", change: open }),
      new Button({ text: "Save the rows", press: save }),
      table,
    ],
  });
  view.setModel(model);
  view.placeAt("content");
  // #endregion
});
