export default async function check({ run, placeScripts, checkConverter }) {
  placeScripts("xlsx.full.min.js");
  const flags = (await run("pkg-config", "--cflags", "--libs", "javascriptcoregtk-4.1")).trim().split(/\s+/);
  await run("gcc", "-o", "sheetjs.jsc", "sheetjs.jsc.c", ...flags);
  await checkConverter(["pres.xlsx", "pres.numbers", "pres.xls"], (...files) => run("./sheetjs.jsc", ...files));
  return { javascriptcoregtk: (await run("pkg-config", "--modversion", "javascriptcoregtk-4.1")).trim() };
}
