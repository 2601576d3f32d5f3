const fs = require("fs");
const { getQuickJS } = require("quickjs-emscripten");

async function main(input, output) {
  const QuickJS = await getQuickJS();
  const vm = QuickJS.newContext();
  const run = (code, name) => vm.unwrapResult(vm.evalCode(code, name));

  // #region load
  // the standalone script as text: nothing of this program is visible inside
  run(fs.readFileSync(require.resolve("xlsx/dist/xlsx.full.min.js"), "utf8"), "xlsx.full.min.js").dispose();
  // #endregion

  // #region read
  const file = fs.readFileSync(input);
  const bytes = vm.newArrayBuffer(file.buffer.slice(file.byteOffset, file.byteOffset + file.length));
  vm.setProp(vm.global, "bytes", bytes);
  bytes.dispose();
  // highlight-next-line
  const csv = run("var wb = XLSX.read(bytes); XLSX.utils.sheet_to_csv(wb.Sheets[wb.SheetNames[0]])");
  console.log(vm.dump(csv));
  csv.dispose();
  // #endregion

  // #region write
  // highlight-next-line
  const out = run("XLSX.write(wb, { type: 'array', bookType: 'xlsx' })");
  const memory = vm.getArrayBuffer(out);
  fs.writeFileSync(output, memory.value);
  memory.dispose();
  out.dispose();
  // #endregion

  vm.dispose();
}

main(process.argv[2], process.argv[3]);
