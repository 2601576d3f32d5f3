const tf = require("@tensorflow/tfjs");
const XLSX = require("xlsx");

// #region import
function readColumns(ws) {
  // defval: no holes, which `every` would skip
  const [titles = [], ...rows] = XLSX.utils.sheet_to_json(ws, { header: 1, defval: null });
  // only rows without gaps or text
  const numeric = rows.filter((row) => titles.every((_, c) => typeof row[c] === "number"));
  // worksheets are made of rows, tensors of columns
  // highlight-next-line
  return tf.tensor2d(numeric, [numeric.length, titles.length]).transpose();
}
// #endregion

// #region fit
// the line of least squares
function fitLine(x, y) {
  return tf.tidy(() => {
    const dx = x.sub(x.mean());
    const slope = dx.mul(y.sub(y.mean())).sum().div(dx.square().sum());
    const start = y.mean().sub(slope.mul(x.mean()));
    return { line: x.mul(slope).add(start), slope: slope.dataSync()[0], start: start.dataSync()[0] };
  });
}
// #endregion

const wb = XLSX.readFile("cars.xlsx");
const ws = wb.Sheets.Cars;
const [x, y] = tf.unstack(readColumns(ws));
const { line, slope, start } = fitLine(x, y);
console.log(slope.toFixed(3), start.toFixed(3));

// #region export
// a column beside the data
// highlight-next-line
XLSX.utils.sheet_add_aoa(ws, [["Fit"], ...Array.from(line.dataSync(), (value) => [value])], { origin: "C1" });
XLSX.writeFile(wb, "fitted.xlsx");
// #endregion
