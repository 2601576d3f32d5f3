/**
 * First worksheet of a spreadsheet file.
 *
 * @param {string} url address of the file
 * @return {any[][]} rows
 * @customfunction
 */
function SHEETJS(url) {
  const bytes = UrlFetchApp.fetch(url).getBlob().getBytes();
  // highlight-start
  const wb = XLSX.read(Utilities.base64Encode(bytes), { type: "base64", cellDates: true });
  const ws = wb.Sheets[wb.SheetNames[0]];
  const rows = XLSX.utils.sheet_to_json(ws, { header: 1, defval: "" });
  // highlight-end
  // times can come a millisecond early, 9:01:59.999 for 9:02
  const toCell = (value) => (value instanceof Date ? new Date(Math.round(value / 1000) * 1000) : value);
  return rows.map((row) => row.map(toCell));
}

/** A name that a workbook allows. */
const sheetName = (text) => {
  const name = text.replace(/[:\\/?*[\]]/g, "_").slice(0, 31).replace(/\p{Cs}/gu, "").replace(/^[\s']+|[\s']+$/g, "");
  return name === "" || /^history$/i.test(name) ? "Sheet" : name;
};

/** Menu entry: the current sheet as an ODS file in Drive. */
function saveSheet() {
  const sheet = SpreadsheetApp.getActiveSheet();
  const wb = XLSX.utils.book_new();
  // highlight-start
  // getValues has "" for blank cells
  const values = sheet.getDataRange().getValues().map((row) => row.map((value) => (value === "" ? null : value)));
  const ws = XLSX.utils.aoa_to_sheet(values);
  XLSX.utils.book_append_sheet(wb, ws, sheetName(sheet.getName()));
  const base64 = XLSX.write(wb, { type: "base64", bookType: "ods" });
  // highlight-end
  const type = "application/vnd.oasis.opendocument.spreadsheet";
  const blob = Utilities.newBlob(Utilities.base64Decode(base64), type, sheet.getName() + ".ods");
  const file = DriveApp.createFile(blob);
  SpreadsheetApp.getUi().alert("Saved in Drive: " + file.getName());
}

function onOpen() {
  SpreadsheetApp.getUi().createMenu("SheetJS").addItem("Save as ODS", "saveSheet").addToUi();
}
