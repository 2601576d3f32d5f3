import assert from "node:assert/strict";
import { cpSync, readFileSync, realpathSync } from "node:fs";

const JAR = "/usr/share/java/rhino.jar";

export default async function check({ library, presidents, run }) {
  for (const script of ["shim.min.js", "xlsx.full.min.js"]) cpSync(`node_modules/xlsx/dist/${script}`, script);
  await run("javac", "-cp", JAR, "SheetJSRhino.java");
  for (const input of ["pres.xlsx", "pres.xls", "pres.ods"]) {
    const csv = await run("java", "-cp", `.:${JAR}`, "SheetJSRhino", input, "out.xlsx");
    assert.match(csv, /Name,Index\nBill Clinton,42\n/);
    const wb = library.read(readFileSync("out.xlsx"));
    assert.deepEqual(library.utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]]), presidents);
  }
  return { rhino: /(\d+\.\d+\.\d+)/.exec(realpathSync(JAR))?.[1] ?? "" };
}
