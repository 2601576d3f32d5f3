import rows from "./pres.xlsx?sheet";
import table from "./pres.xlsx?html";
import address from "./pres.xlsx";

document.querySelector("#names").textContent = rows.map(({ Name }) => Name).join(", ");
document.querySelector("#table").innerHTML = table;
document.querySelector("#file").href = address;
