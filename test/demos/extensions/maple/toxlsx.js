const XLSX = require("xlsx");

const [from, to] = process.argv.slice(2);
// the extension of the second name picks the format
// highlight-next-line
XLSX.writeFile(XLSX.readFile(from, { cellNF: true }), to);
