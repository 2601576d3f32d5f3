const HEADERS = "/usr/include/nodejs/deps/v8/include";

export default async function check({ run, placeScripts, checkConverter }) {
  placeScripts("xlsx.full.min.js");
  await run("g++", "-std=c++17", `-I${HEADERS}`, "-o", "sheetjs.v8", "sheetjs.v8.cc", "-lnode");
  await checkConverter(["pres.xlsx", "pres.numbers", "pres.xls"], (...files) => run("./sheetjs.v8", ...files));
}
