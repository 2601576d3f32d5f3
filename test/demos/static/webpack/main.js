import rows from "./pres.xlsx";
import address from "./pres.xlsx?file";

// text of cells is set as text, so that none of it becomes markup
const list = document.createElement("ul");
for (const { Name, Index } of rows) {
  list.append(Object.assign(document.createElement("li"), { textContent: `${Index} ${Name}` }));
}
const link = Object.assign(document.createElement("a"), { href: address, textContent: "the workbook" });
document.body.append(list, link);
