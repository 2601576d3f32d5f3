import { readFileSync } from "node:fs";

export default async function check({ run, placeScripts, checkConverter }) {
  placeScripts("shim.min.js", "xlsx.full.min.js");
  await run("gcc", "-std=c99", "-o", "sheetjs.mujs", "sheetjs.mujs.c", "-lmujs", "-lm");
  await checkConverter(["pres.xlsb", "pres.ods", "pres.csv"], (...files) => run("./sheetjs.mujs", ...files));
  const part = (name) => new RegExp(`JS_VERSION_${name} (\\d+)`).exec(readFileSync("/usr/include/mujs.h", "utf8"))[1];
  return { mujs: ["MAJOR", "MINOR", "PATCH"].map(part).join(".") };
}
