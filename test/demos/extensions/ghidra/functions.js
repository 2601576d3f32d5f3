const path = require("path");
const XLSX = require("xlsx");

const rows = [];
const functions = currentProgram.getFunctionManager().getFunctions(true);
while (functions.hasNext()) {
  const f = functions.next();
  rows.push({
    Name: String(f.getName()),
    Entry: f.getEntryPoint().toString(),
    Bytes: Number(f.getBody().getNumAddresses()),
  });
}

const wb = XLSX.utils.book_new();
// highlight-next-line
XLSX.utils.book_append_sheet(wb, XLSX.utils.json_to_sheet(rows), "Functions");
const name = path.join(process.cwd(), String(currentProgram.getName()) + ".xlsx");
XLSX.writeFile(wb, name);
console.log(rows.length + " functions in " + name);
