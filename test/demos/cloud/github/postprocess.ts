// @deno-types="https://cdn.sheetjs.com/xlsx-0.20.3/package/types/index.d.ts"
import * as XLSX from "https://cdn.sheetjs.com/xlsx-0.20.3/package/xlsx.mjs";

// highlight-start
const wb = XLSX.readFile(Deno.args[0]);
const csv = XLSX.utils.sheet_to_csv(wb.Sheets[wb.SheetNames[0]]);
// highlight-end
Deno.writeTextFileSync("data.csv", csv + "\n");
