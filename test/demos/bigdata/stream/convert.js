const fs = require("node:fs");
const { Transform } = require("node:stream");
const { pipeline } = require("node:stream/promises");
const XLSX = require("xlsx");

// #region read
// one worksheet, in dense form, without the formatted text that nobody asked for
function readLarge(file) {
  const wb = XLSX.readFile(file, {
    dense: true,
    sheets: 0,
    cellFormula: false,
    cellHTML: false,
    cellText: false,
    cellNF: true,
  });
  return wb.Sheets[wb.SheetNames[0]];
}
// #endregion

// #region csv
async function toCSV(ws, file) {
  // highlight-next-line
  await pipeline(XLSX.stream.to_csv(ws), fs.createWriteStream(file));
}
// #endregion

// #region lines
async function toLines(ws, file) {
  const toText = new Transform({
    writableObjectMode: true,
    transform(row, encoding, done) {
      // times can come a millisecond early, 9:01:59.999 for 9:02
      for (const value of Object.values(row)) {
        if (value instanceof Date) value.setTime(Math.round(value / 1000) * 1000);
      }
      done(null, `${JSON.stringify(row)}\n`);
    },
  });
  // highlight-next-line
  await pipeline(XLSX.stream.to_json(ws, { UTC: true }), toText, fs.createWriteStream(file));
}
// #endregion

// #region cells
// a loop over cells that works for both forms of a worksheet
function sumColumn(ws, C) {
  const range = XLSX.utils.decode_range(ws["!ref"] ?? "A1");
  const dense = ws["!data"];
  let sum = 0;
  for (let R = range.s.r; R <= range.e.r; R++) {
    // highlight-next-line
    const cell = dense ? dense[R]?.[C] : ws[XLSX.utils.encode_cell({ r: R, c: C })];
    if (cell?.t === "n") sum += cell.v;
  }
  return sum;
}
// #endregion

async function main() {
  const ws = readLarge(process.argv[2] ?? "parts.xlsx");
  console.log(ws["!ref"], sumColumn(ws, 2));
  await toCSV(ws, "parts.csv");
  await toLines(ws, "parts.ndjson");
}

main();
