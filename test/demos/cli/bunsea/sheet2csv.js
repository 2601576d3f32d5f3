const XLSX = require("xlsx");

const [file, name] = process.argv.slice(2);
if (!file) {
  console.error("usage: sheet2csv FILE [WORKSHEET]");
  process.exit(2);
}
// highlight-next-line
const wb = XLSX.readFile(file, { dense: true });
const sheet = name ?? wb.SheetNames[0];
if (!wb.SheetNames.includes(sheet)) {
  console.error(`no worksheet "${name}" in ${file}: ${wb.SheetNames.join(", ")}`);
  process.exit(1);
}
// highlight-next-line
console.log(XLSX.utils.sheet_to_csv(wb.Sheets[sheet]));
