// #region read
var wb = XLSX.read(FILE, { type: "base64" });
print(XLSX.utils.sheet_to_csv(wb.Sheets[wb.SheetNames[0]]));
// #endregion
// #region write
print(XLSX.write(wb, { type: "base64", bookType: "xlsx" }));
// #endregion
