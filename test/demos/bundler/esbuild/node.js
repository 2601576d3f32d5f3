import { readFile, utils, set_fs } from "xlsx";
import * as fs from "fs";
// highlight-next-line
set_fs(fs);

const wb = readFile("pres.xlsx");
console.log(utils.sheet_to_csv(wb.Sheets[wb.SheetNames[0]]));
