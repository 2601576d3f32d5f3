const fs = require("fs");
const XLSX = require("xlsx");

const [from, to] = process.argv.slice(2);
// highlight-start
const wb = XLSX.readFile(from);
const csv = XLSX.utils.sheet_to_csv(wb.Sheets[wb.SheetNames[0]], { blankrows: false });
// highlight-end
fs.writeFileSync(to, csv + "\n");
