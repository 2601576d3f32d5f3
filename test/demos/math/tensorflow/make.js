const XLSX = require("xlsx");

const ws = XLSX.utils.aoa_to_sheet([["Power", "Range"], [50, 40], [75, 36], [100, 31], [125, 24], [150, 19]]);
const wb = XLSX.utils.book_new();
XLSX.utils.book_append_sheet(wb, ws, "Cars");
XLSX.writeFile(wb, "cars.xlsx");
