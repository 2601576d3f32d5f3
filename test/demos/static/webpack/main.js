import rows from "./pres.xlsx";
import address from "./pres.xlsx?file";

const list = rows.map(({ Name, Index }) => `<li>${Index} ${Name}</li>`).join("");
document.body.innerHTML = `<ul>${list}</ul><a href="${address}">the workbook</a>`;
