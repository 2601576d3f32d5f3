import { utils } from "xlsx";
import { openBook, saveBook } from "./sheets";

const table = document.querySelector<HTMLDivElement>("#table")!;
const note = document.querySelector<HTMLParagraphElement>("#note")!;

document.querySelector("#open")!.addEventListener("click", async () => {
  const wb = await openBook();
  if (!wb) return;
  table.innerHTML = utils.sheet_to_html(wb.Sheets[wb.SheetNames[0]], { editable: true });
});

document.querySelector("#save")!.addEventListener("click", async () => {
  const element = table.querySelector("table");
  if (!element) return;
  const path = await saveBook(utils.table_to_book(element), "xlsx");
  if (path) note.textContent = "Saved " + path;
});
