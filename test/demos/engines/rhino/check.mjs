import { realpathSync } from "node:fs";

const JAR = "/usr/share/java/rhino.jar";

export default async function check({ run, placeScripts, checkConverter }) {
  placeScripts("shim.min.js", "xlsx.full.min.js");
  await run("javac", "-cp", JAR, "SheetJSRhino.java");
  const convert = (...files) => run("java", "-cp", `.:${JAR}`, "SheetJSRhino", ...files);
  await checkConverter(["pres.xlsx", "pres.xls", "pres.ods"], convert);
  return { rhino: /(\d+\.\d+\.\d+)/.exec(realpathSync(JAR))?.[1] ?? "" };
}
