export default async function check({ run, checkConverter }) {
  await checkConverter(["pres.xlsx", "pres.numbers", "pres.xls"], (...files) => run("node", "quickjs.js", ...files));
}
