const XLSX = require("xlsx");

// stands for a cursor of a database: gives rows in batches
function* batches(count, size = 1000) {
  for (let start = 0; start < count; start += size) {
    const length = Math.min(size, count - start);
    yield Array.from({ length }, (_, i) => [start + i + 1, `Part ${start + i + 1}`, ((start + i) % 100) / 4]);
  }
}

// #region write
const ws = XLSX.utils.aoa_to_sheet([["Id", "Part", "Price"]], { dense: true });
for (const rows of batches(20000)) {
  // highlight-next-line
  XLSX.utils.sheet_add_aoa(ws, rows, { origin: -1 });
}

const wb = XLSX.utils.book_new();
XLSX.utils.book_append_sheet(wb, ws, "Parts");
XLSX.writeFile(wb, "parts.xlsx", { compression: true });
// #endregion
console.log(ws["!ref"]);
