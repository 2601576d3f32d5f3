const path = require("node:path");
const XLSX = require("xlsx");

exports.createPages = ({ actions }) => {
  const wb = XLSX.readFile("data/pres.xlsx");
  // highlight-next-line
  for (const row of XLSX.utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]])) {
    actions.createPage({
      path: `/person/${row.Index}/`,
      component: path.resolve("src/templates/person.js"),
      context: row,
    });
  }
};
