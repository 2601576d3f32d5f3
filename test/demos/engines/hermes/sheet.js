// #region read
// cellNF keeps number formats, without which dates are saved as plain numbers
var wb = XLSX.read(FILE, { type: "base64", cellNF: true });
print(XLSX.utils.sheet_to_csv(wb.Sheets[wb.SheetNames[0]]));
// #endregion
// #region write
print(XLSX.write(wb, { type: "base64", bookType: "xlsx" }));
// #endregion
