const fs = require("fs");
const XLSX = require("xlsx");

const rows = JSON.parse(fs.readFileSync(0, "utf8"));
const wb = XLSX.utils.book_new();
// highlight-next-line
XLSX.utils.book_append_sheet(wb, XLSX.utils.aoa_to_sheet(rows), "Sheet1");
XLSX.writeFile(wb, process.argv[2]);
