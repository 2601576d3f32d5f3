const XLSX = require("xlsx");

// #region numbers
// the numbers of a column of a sparse or dense worksheet; text, errors and gaps are left out
function* numbers(ws, C) {
  const { s, e } = XLSX.utils.decode_range(ws["!ref"] ?? "A1");
  for (let R = s.r; R <= e.r; R++) {
    const cell = ws["!data"] ? ws["!data"][R]?.[C] : ws[XLSX.utils.encode_cell({ r: R, c: C })];
    if (cell?.t === "n") yield cell.v;
  }
}
// #endregion

// #region summary
// one pass, and stable where sums of squares would lose digits (Welford)
function summarize(values) {
  let count = 0;
  let mean = 0;
  let squares = 0;
  let min = Infinity;
  let max = -Infinity;
  for (const value of values) {
    count++;
    const before = value - mean;
    mean += before / count;
    squares += before * (value - mean);
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  // of a sample, as STDEV.S
  return { count, mean, deviation: Math.sqrt(squares / (count - 1)), min, max };
}
// #endregion

const wb = XLSX.readFile(process.argv[2], { cellNF: true, cellStyles: true, xlfn: true });
const ws = wb.Sheets[wb.SheetNames[0]];
const { s, e } = XLSX.utils.decode_range(ws["!ref"] ?? "A1");
const results = [];
for (let C = s.c; C <= e.c; C++) {
  const result = summarize(numbers(ws, C));
  if (result.count > 0) results.push({ column: XLSX.utils.encode_col(C), ...result });
}
console.table(results);

// #region export
// highlight-next-line
XLSX.utils.book_append_sheet(wb, XLSX.utils.json_to_sheet(results), "Summary");
XLSX.writeFile(wb, "summary.xlsx");
// #endregion
