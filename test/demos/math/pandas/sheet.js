const fs = require("node:fs");
const XLSX = require("xlsx");

const [, , command, file] = process.argv;
if (command === "read") {
  const wb = XLSX.readFile(file, { cellDates: true });
  // highlight-next-line
  const rows = XLSX.utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]], { defval: null, UTC: true });
  // times can come a millisecond early, 9:01:59.999 for 9:02
  for (const row of rows) for (const value of Object.values(row)) {
    if (value instanceof Date) value.setTime(Math.round(value / 1000) * 1000);
  }
  process.stdout.write(JSON.stringify(rows));
} else {
  const rows = JSON.parse(fs.readFileSync(0, "utf8"));
  // highlight-next-line
  const ws = XLSX.utils.json_to_sheet(rows);
  const wb = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(wb, ws, "Sheet1");
  XLSX.writeFile(wb, file);
}
