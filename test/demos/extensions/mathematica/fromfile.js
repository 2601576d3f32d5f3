const XLSX = require("xlsx");

const wb = XLSX.readFile(process.argv[2]);
const ws = wb.Sheets[process.argv[3] || wb.SheetNames[0]];
// highlight-next-line
const rows = XLSX.utils.sheet_to_json(ws, { header: 1, defval: null });
process.stdout.write(JSON.stringify(rows));
