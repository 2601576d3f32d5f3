import * as XLSX from "xlsx";

const [file, name] = Deno.args;
if (!file) {
  console.error("usage: sheet2csv FILE [WORKSHEET]");
  Deno.exit(2);
}
// highlight-next-line
const wb = XLSX.read(Deno.readFileSync(file), { type: "array", dense: true });
const sheet = name ?? wb.SheetNames[0];
if (!wb.SheetNames.includes(sheet)) {
  console.error(`no worksheet "${name}" in ${file}: ${wb.SheetNames.join(", ")}`);
  Deno.exit(1);
}
// highlight-next-line
console.log(XLSX.utils.sheet_to_csv(wb.Sheets[sheet]));
