const fs = require("fs");
const vm = require("vm");

// #region load
// a V8 context without require, Buffer or process
const context = vm.createContext({});
vm.runInContext(fs.readFileSync(require.resolve("xlsx/dist/xlsx.full.min.js"), "utf8"), context);
// #endregion

// #region read
context.file = fs.readFileSync(process.argv[2]);
// the context has a Uint8Array of its own, and the library asks for that one
// highlight-next-line
const csv = vm.runInContext("var wb = XLSX.read(Uint8Array.from(file)); XLSX.utils.sheet_to_csv(wb.Sheets[wb.SheetNames[0]])", context);
console.log(csv);
// #endregion

// #region write
// highlight-next-line
const out = vm.runInContext("XLSX.write(wb, { type: 'array', bookType: 'xlsx' })", context);
fs.writeFileSync(process.argv[3], Buffer.from(out));
// #endregion
